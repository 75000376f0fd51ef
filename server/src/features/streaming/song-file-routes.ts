import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChunkLender } from '../../http/media/chunk-lender.ts';
import { sendBytes } from '../../http/media/range-response.ts';
import type { Answered } from '../../http/route.ts';
import type { CollectionFile } from '../../library/read/library-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import { isInBucket } from '../../platform/bucket/bucket-address.ts';
import type { MediaFiles, RemoteFile } from '../../platform/bucket/remote-files.ts';
import type { Clock } from '../../platform/clock.ts';
import { audioTypeOf, type Container, containerOf } from '../../platform/paths/audio-formats.ts';
import type { OpenedFile, ServedFolders } from '../../platform/paths/open-inside.ts';
import type { Containers } from './containers.ts';
import { dispositionOf } from './content-disposition.ts';

/** Where files of songs may lie. */
export interface FileDeps {
  /** Folders that the songs of a source, told by its folder, may lie in; none once it is not served any more. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Never served from. */
  readonly dataFolder: string;
  readonly media: MediaFiles;
  readonly containers: Containers;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** A request and its answer. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** How a song is sent as it is. */
export interface FileAnswer {
  readonly found: CollectionFile;
  readonly file: SongBytes;
  /** Whether it is to be played or to be kept. */
  readonly disposition: 'inline' | 'attachment';
  /** Headers of its own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly lend: () => ChunkLender;
}

/** Of what is made while it is sent. */
export const madeHeaders = { 'Accept-Ranges': 'none', 'Cache-Control': 'private, no-cache' };

/** Device and inode numbers stay with us: what goes out is a digest. */
const etagOf = (identity: string): string => `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;

/** There is no such song, or none that may be read. */
export const songNotFound = (): AppError =>
  new AppError('song_not_found', 'There is no such song in the collection.');

/** A song as it is sent: its open file, or where it lies in a bucket. */
export type SongBytes = OpenedFile | RemoteFile;

/** Whether it lies in a bucket. */
export const isRemote = (file: SongBytes): file is RemoteFile => 'head' in file;

/** What a song is opened with. */
export type OpenDeps = Pick<FileDeps, 'foldersOf' | 'dataFolder' | 'media'>;

const servedWith = (deps: OpenDeps, found: CollectionFile): ServedFolders => ({
  folders: deps.foldersOf(found.sourceRealPath),
  forbidden: deps.dataFolder,
});

/** A file of this machine, if need be a copy. @throws AppError song_not_found */
export const openSong = async (deps: OpenDeps, found: CollectionFile): Promise<OpenedFile> => {
  const file = await deps.media.open(found.realPath, servedWith(deps, found));
  if (file === null) throw songNotFound();
  return file;
};

/** The song as it lies. @throws AppError song_not_found */
export const findSong = async (deps: OpenDeps, found: CollectionFile): Promise<SongBytes> => {
  if (!isInBucket(found.realPath)) return await openSong(deps, found);
  const file = await deps.media.remote.find(found.realPath, servedWith(deps, found));
  if (file === null) throw songNotFound();
  return file;
};

const containerOfSong = async (containers: Containers, file: SongBytes): Promise<Container | null> =>
  isRemote(file) ? containerOf(file.head) : await containers.of(file);

/** Sends a file with ranges and validators, and closes it. */
export const sendFile = async (
  { clock, containers }: Pick<FileDeps, 'clock' | 'containers'>,
  exchange: Exchange,
  { found, file, disposition, headers = {}, lend }: FileAnswer,
): Promise<Answered> =>
  sendBytes(exchange, {
    body: file,
    lastModifiedMs: file.mtimeMs,
    etag: etagOf(file.identity),
    contentType: audioTypeOf(found.name, await containerOfSong(containers, file)),
    headers: { ...headers, 'Content-Disposition': dispositionOf(disposition, found.name) },
    nowMs: clock.nowMs(),
    lend,
  });
