import { hash } from 'node:crypto';
import type { Endpoints } from '@tonearm/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ChunkLender, createChunkLenders } from '../../http/media/chunk-lender.ts';
import { sendBytes } from '../../http/media/range-response.ts';
import { type Answer, type Answered, answerWith, type Call, type Route, route } from '../../http/route.ts';
import type { CollectionFile, CollectionLookup } from '../../library/read/library-reading.ts';
import type { SongSound, SoundReading } from '../../library/read/sound-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { audioTypeOf } from '../../platform/paths/audio-formats.ts';
import { letGo, type OpenedFile, openInside } from '../../platform/paths/open-inside.ts';
import type { Transcoding } from '../transcoding/index.ts';
import { type AudioChoice, chooseAudio } from './audio-choice.ts';
import { containerInFile } from './container-in-file.ts';
import { dispositionOf } from './content-disposition.ts';
import { notingLenders, type StreamActivity } from './stream-activity.ts';

/** What streaming needs. */
export interface StreamingDeps {
  readonly lookup: Pick<CollectionLookup, 'findSongFile'>;
  readonly sound: Pick<SoundReading, 'find'>;
  readonly transcoding: Pick<Transcoding, 'formats' | 'open' | 'contentTypeOf'>;
  readonly activity: StreamActivity;
  /** Folders that the songs of a source, told by its folder, may lie in; none once it is not served any more. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Never served from. */
  readonly dataFolder: string;
  readonly clock: Pick<Clock, 'nowMs'>;
}

type AudioCall = Pick<Call<Endpoints['audio']>, 'request' | 'reply' | 'signal' | 'caller'>;

/** Device and inode numbers stay with us: what goes out is a digest. */
const etagOf = (identity: string): string => `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;

/** Of what is made while it is sent. */
const streamHeaders = { 'Accept-Ranges': 'none', 'Cache-Control': 'private, no-cache' };

const songNotFound = (): AppError =>
  new AppError('song_not_found', 'There is no such song in the collection.');

type FileDeps = Pick<StreamingDeps, 'foldersOf' | 'dataFolder' | 'clock'>;

const openSong = async (deps: FileDeps, found: CollectionFile): Promise<OpenedFile> => {
  const file = await openInside(found.realPath, {
    folders: deps.foldersOf(found.sourceRealPath),
    forbidden: deps.dataFolder,
  });
  if (file === null) throw songNotFound();
  return file;
};

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface FileAnswer {
  readonly found: CollectionFile;
  readonly file: OpenedFile;
  /** Whether it is to be played or to be kept. */
  readonly disposition: 'inline' | 'attachment';
  /** Headers of its own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly lend: () => ChunkLender;
}

const sendFile = async (
  { clock }: Pick<StreamingDeps, 'clock'>,
  exchange: Exchange,
  { found, file, disposition, headers = {}, lend }: FileAnswer,
): Promise<Answered> =>
  sendBytes(exchange, {
    body: file,
    lastModifiedMs: file.mtimeMs,
    etag: etagOf(file.identity),
    contentType: audioTypeOf(found.name, await containerInFile(file.descriptor)),
    headers: { ...headers, 'Content-Disposition': dispositionOf(disposition, found.name) },
    nowMs: clock.nowMs(),
    lend,
  });

/** Sends the file of a song as it is, by its virtual path, to a GET or HEAD. Fails with song_not_found where there is none. */
type SendSong = (
  exchange: Exchange,
  path: string,
  manner: Pick<FileAnswer, 'disposition' | 'headers'>,
) => Promise<Answered>;

/** Makes it. */
export const createSendSong = (
  deps: FileDeps & Pick<StreamingDeps, 'lookup' | 'activity'>,
  lenders: () => ChunkLender = createChunkLenders(),
): SendSong => {
  const lend = notingLenders(lenders, deps.activity);
  return async (exchange, path, manner) => {
    const found = await deps.lookup.findSongFile(path);
    if (found === null) throw songNotFound();
    return await sendFile(deps, exchange, { found, file: await openSong(deps, found), lend, ...manner });
  };
};

interface Conversion {
  readonly file: OpenedFile;
  readonly name: string;
  readonly song: SongSound | null;
  readonly choice: Exclude<AudioChoice, 'as-it-is'>;
  readonly lend: () => ChunkLender;
}

const sendConverted = async (
  deps: StreamingDeps,
  { request, reply, signal, caller }: AudioCall,
  { file, name, song, choice, lend }: Conversion,
): Promise<Answer | Answered> => {
  const { contentType, durationSeconds, body } = await deps.transcoding.open({
    ...choice,
    file,
    durationMs: song?.durationMs ?? null,
    userId: caller.userId,
    signal,
  });
  const headers = {
    'Content-Disposition': dispositionOf('inline', `${name}.${choice.format}`),
    ...(durationSeconds === null ? {} : { 'X-Content-Duration': durationSeconds.toFixed(3) }),
  };
  if (body.kind === 'file') {
    const bytes = { body: body.file, etag: body.etag, lastModifiedMs: null, contentType, headers };
    return await sendBytes({ request, reply }, { ...bytes, nowMs: deps.clock.nowMs(), lend });
  }
  body.stream.on('data', deps.activity.note);
  return answerWith({
    headers: { ...headers, ...streamHeaders },
    bytes: { type: contentType, stream: body.stream },
  });
};

/** The bytes of songs. */
export const createStreamingRoutes = (
  deps: StreamingDeps,
  lenders: () => ChunkLender = createChunkLenders(),
): Route[] => {
  const lend = notingLenders(lenders, deps.activity);
  const choose = async (path: string, query: Parameters<typeof chooseAudio>[0]) => {
    if (query.format === undefined) return { song: null, choice: 'as-it-is' as const };
    const [song = null] = await deps.sound.find([path]);
    const source = song ?? { codec: null, bitRate: null };
    return { song, choice: chooseAudio(query, source, deps.transcoding.formats()) };
  };
  return [
    route('audio', async ({ parameter, query, request, reply, signal, caller }) => {
      const found = await deps.lookup.findSongFile(parameter);
      if (found === null) throw songNotFound();
      const { song, choice } = await choose(parameter, query);
      const file = await openSong(deps, found);
      if (choice !== 'as-it-is') {
        if (request.method === 'HEAD') {
          // Who asks for headers only starts nothing.
          letGo(file);
          return answerWith({
            headers: { ...streamHeaders, 'Content-Type': deps.transcoding.contentTypeOf(choice.format) },
          });
        }
        const call = { request, reply, signal, caller };
        return await sendConverted(deps, call, { file, name: found.name, song, choice, lend });
      }
      return await sendFile(deps, { request, reply }, { found, file, disposition: 'inline', lend });
    }),
  ];
};
