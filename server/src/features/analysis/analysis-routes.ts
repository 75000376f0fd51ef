import { hash } from 'node:crypto';
import type { SoundStatus } from '@tonearm/contract';
import { createChunkLenders } from '../../http/media/chunk-lender.ts';
import { sendBytes } from '../../http/media/range-response.ts';
import { type Answered, type Call, type Route, route } from '../../http/route.ts';
import type { SongSound, SoundReading } from '../../library/read/sound-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transcoding } from '../transcoding/index.ts';
import type { Measuring } from './measuring.ts';
import type { createSoundFacts } from './sound-facts.ts';
import { reduceWaveform } from './waveform.ts';

/** What the calls about sound need. */
export interface AnalysisRoutesDeps {
  readonly sound: Pick<SoundReading, 'find'>;
  readonly measuring: Pick<Measuring, 'isPossible' | 'waveform'>;
  readonly facts: ReturnType<typeof createSoundFacts>;
  readonly transcoding: Pick<Transcoding, 'known' | 'formats'>;
  readonly status: () => SoundStatus;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Calls about the sound of songs. */
export const createAnalysisRoutes = (deps: AnalysisRoutesDeps): Route[] => {
  const lend = createChunkLenders();

  const findSong = async (path: string): Promise<SongSound> => {
    const [song = null] = await deps.sound.find([path]);
    if (song === null) throw new AppError('song_not_found', 'There is no such song in the collection.');
    return song;
  };

  const waveformOf = async (song: SongSound): Promise<Buffer> => {
    const waveform = await deps.measuring.waveform(song);
    if (waveform !== null) return waveform;
    throw new AppError(
      'waveform_not_found',
      deps.measuring.isPossible()
        ? 'The sound of this song cannot be read.'
        : 'Waveforms are made by ffmpeg, which is not there.',
    );
  };

  const send = async (
    { request, reply }: Pick<Call<never>, 'request' | 'reply'>,
    { body, stamp }: { body: Buffer; stamp: string },
  ): Promise<Answered> =>
    await sendBytes(
      { request, reply },
      {
        body,
        etag: `"${hash('sha256', `${stamp} ${body.length}`, 'base64url').slice(0, 22)}"`,
        lastModifiedMs: null,
        contentType: 'application/octet-stream',
        headers: {},
        nowMs: deps.clock.nowMs(),
        lend,
      },
    );

  return [
    route('getSoundAbilities', async () => {
      // Whoever is told that there are none does not ask again.
      await deps.transcoding.known;
      return { formats: [...deps.transcoding.formats()], has_waveforms: deps.measuring.isPossible() };
    }),
    route('getSoundFacts', ({ body }) => deps.facts(body.paths)),
    route('getSoundStatus', () => deps.status()),
    route('getPeaks', async ({ parameter, request, reply }) => {
      const song = await findSong(parameter);
      return await send({ request, reply }, { body: await waveformOf(song), stamp: song.stamp });
    }),
    route('getWaveform', async ({ parameter, query, request, reply }) => {
      const song = await findSong(parameter);
      const body = reduceWaveform(await waveformOf(song), query.pairs ?? 1000);
      return await send({ request, reply }, { body, stamp: song.stamp });
    }),
  ];
};
