import type { Endpoints } from '@tonearm/contract';
import { type ChunkLender, createChunkLenders } from '../../http/media/chunk-lender.ts';
import { sendBytes } from '../../http/media/range-response.ts';
import { type Answer, type Answered, answerWith, type Call, type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { SongSound, SoundReading } from '../../library/read/sound-reading.ts';
import type { OpenedFile } from '../../platform/paths/open-inside.ts';
import type { Transcoded, Transcoding } from '../transcoding/index.ts';
import { type AudioChoice, chooseAudio } from './audio-choice.ts';
import { dispositionOf } from './content-disposition.ts';
import {
  type FileDeps,
  findSong,
  madeHeaders,
  openSong,
  sendFile,
  songNotFound,
} from './song-file-routes.ts';
import { notingLenders, type StreamActivity } from './stream-activity.ts';

/** What streaming needs. */
export interface StreamingDeps extends FileDeps {
  readonly lookup: Pick<CollectionLookup, 'findSongFile'>;
  readonly sound: Pick<SoundReading, 'find'>;
  readonly transcoding: Pick<Transcoding, 'known' | 'formats' | 'open' | 'findMade' | 'contentTypeOf'>;
  readonly activity: StreamActivity;
}

type AudioCall = Pick<Call<Endpoints['audio']>, 'request' | 'reply' | 'signal' | 'caller'>;

interface Conversion {
  readonly file: OpenedFile;
  readonly name: string;
  readonly song: SongSound | null;
  readonly choice: Exclude<AudioChoice, 'as-it-is'>;
  readonly lend: () => ChunkLender;
}

/** What is told of a conversion, whether it was made, is being made or is only asked about. */
const headersOf = ({ name, choice }: Conversion, durationSeconds: number | null) => ({
  'Content-Disposition': dispositionOf('inline', `${name}.${choice.format}`),
  ...(durationSeconds === null ? {} : { 'X-Content-Duration': durationSeconds.toFixed(3) }),
});

const sendMade = async (
  deps: StreamingDeps,
  { request, reply }: AudioCall,
  { conversion, made }: { conversion: Conversion; made: Transcoded },
): Promise<Answer | Answered> => {
  const { contentType, durationSeconds, body } = made;
  const headers = headersOf(conversion, durationSeconds);
  if (body.kind === 'file') {
    const bytes = { body: body.file, etag: body.etag, lastModifiedMs: null, contentType, headers };
    return await sendBytes(
      { request, reply },
      { ...bytes, nowMs: deps.clock.nowMs(), lend: conversion.lend },
    );
  }
  body.stream.on('data', deps.activity.note);
  return answerWith({
    headers: { ...headers, ...madeHeaders },
    bytes: { type: contentType, stream: body.stream },
  });
};

const sendConverted = async (
  deps: StreamingDeps,
  call: AudioCall,
  conversion: Conversion,
): Promise<Answer | Answered> => {
  const { file, song, choice } = conversion;
  const { durationMs, container } = song ?? { durationMs: null, container: null };
  const wanted = { ...choice, file, durationMs, container };
  const { request, signal, caller } = call;
  if (request.method !== 'HEAD') {
    const made = await deps.transcoding.open({ ...wanted, userId: caller.userId, signal });
    return await sendMade(deps, call, { conversion, made });
  }
  // Who asks for headers only starts nothing.
  const made = await deps.transcoding.findMade(wanted);
  if (made !== null) return await sendMade(deps, call, { conversion, made });
  const seconds = durationMs === null ? null : Math.max(0, durationMs / 1000 - choice.offsetSeconds);
  const type = { 'Content-Type': deps.transcoding.contentTypeOf(choice.format) };
  return answerWith({ headers: { ...headersOf(conversion, seconds), ...madeHeaders, ...type } });
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
    await deps.transcoding.known;
    const source = song ?? { codec: null, bitRate: null };
    return { song, choice: chooseAudio(query, source, deps.transcoding.formats()) };
  };
  return [
    route('audio', async ({ parameter, query, request, reply, signal, caller }) => {
      const found = await deps.lookup.findSongFile(parameter);
      if (found === null) throw songNotFound();
      const { song, choice } = await choose(parameter, query);
      if (choice !== 'as-it-is') {
        const file = await openSong(deps, found);
        const call = { request, reply, signal, caller };
        return await sendConverted(deps, call, { file, name: found.name, song, choice, lend });
      }
      const file = await findSong(deps, found);
      return await sendFile(deps, { request, reply }, { found, file, disposition: 'inline', lend });
    }),
  ];
};
