import { read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Answered, answered } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import { letGo } from '../../platform/paths/open-inside.ts';
import { createNames } from './archive-names.ts';
import { dispositionOf } from './content-disposition.ts';
import { type Exchange, findSong, isRemote, madeHeaders, type SongBytes } from './song-file-routes.ts';
import { type StoredFile, storedZip } from './stored-zip.ts';
import type { StreamingDeps } from './streaming-routes.ts';

/** Songs that are kept together. */
interface SongArchive {
  /** Of the file, without its ending. */
  readonly title: string;
  /** Virtual paths, in runs, read as they are taken. */
  readonly songs: AsyncIterable<readonly string[]>;
  /** The folder whose name and what stands before it is left out of names; null to number the songs instead. */
  readonly below: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends songs as they are, as one ZIP file that is made while it is sent. */
type SendArchive = (exchange: Exchange, archive: SongArchive) => Promise<Answered>;

/** Read at a time. */
const pieceBytes = 128 * 1024;

const readAt = promisify(read);

async function* piecesOf(file: SongBytes, note: () => void): AsyncGenerator<Buffer> {
  if (isRemote(file)) {
    if (file.sizeBytes === 0) return;
    for await (const piece of await file.read(0, file.sizeBytes - 1)) {
      note();
      yield piece as Buffer;
    }
    return;
  }
  let position = 0;
  while (position < file.sizeBytes) {
    const wanted = Math.min(pieceBytes, file.sizeBytes - position);
    const { bytesRead, buffer } = await readAt(
      file.descriptor,
      Buffer.allocUnsafeSlow(wanted),
      0,
      wanted,
      position,
    );
    if (bytesRead === 0) return;
    position += bytesRead;
    note();
    yield buffer.subarray(0, bytesRead);
  }
}

type ArchiveDeps = Pick<
  StreamingDeps,
  'lookup' | 'activity' | 'foldersOf' | 'dataFolder' | 'media' | 'clock'
>;

/** Opens one song after the other; what is gone by then is left out. */
async function* filesOf(deps: ArchiveDeps, { songs, below }: SongArchive): AsyncGenerator<StoredFile> {
  const nameOf = createNames(below);
  for await (const run of songs)
    for (const path of run) {
      const found = await deps.lookup.findSongFile(path);
      const file = found === null ? null : await findSong(deps, found).catch(isGone);
      if (file === null) continue;
      try {
        yield {
          name: nameOf(path),
          sizeBytes: file.sizeBytes,
          modifiedAtMs: file.mtimeMs,
          pieces: () => piecesOf(file, deps.activity.note),
        };
      } finally {
        if (!isRemote(file)) letGo(file);
      }
    }
}

const isGone = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'song_not_found') return null;
  throw error;
};

/** Makes it. */
export const createSendArchive =
  (deps: ArchiveDeps): SendArchive =>
  async ({ request, reply }, archive) => {
    const headers = {
      ...archive.headers,
      ...madeHeaders,
      'Content-Disposition': dispositionOf('attachment', `${archive.title}.zip`),
    };
    reply.headers(headers).type('application/zip');
    if (request.method === 'HEAD') reply.send();
    else reply.send(Readable.from(storedZip(filesOf(deps, archive)), { objectMode: false }));
    return answered;
  };
