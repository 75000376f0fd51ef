import type { Endpoints } from '@tonearm/contract';
import { type ChunkLender, createChunkLenders } from '../../http/media/chunk-lender.ts';
import { sendBytes } from '../../http/media/range-response.ts';
import { type Answer, type Answered, answerWith, type Call, type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { SongSound, SoundReading } from '../../library/read/sound-reading.ts';
import { letGo, type OpenedFile } from '../../platform/paths/open-inside.ts';
import type { Transcoding } from '../transcoding/index.ts';
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
  readonly transcoding: Pick<Transcoding, 'formats' | 'open' | 'contentTypeOf'>;
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
    headers: { ...headers, ...madeHeaders },
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
      if (choice !== 'as-it-is') {
        const file = await openSong(deps, found);
        if (request.method === 'HEAD') {
          // Who asks for headers only starts nothing.
          letGo(file);
          return answerWith({
            headers: { ...madeHeaders, 'Content-Type': deps.transcoding.contentTypeOf(choice.format) },
          });
        }
        const call = { request, reply, signal, caller };
        return await sendConverted(deps, call, { file, name: found.name, song, choice, lend });
      }
      const file = await findSong(deps, found);
      return await sendFile(deps, { request, reply }, { found, file, disposition: 'inline', lend });
    }),
  ];
};
