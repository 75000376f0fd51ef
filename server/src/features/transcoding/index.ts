import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Ffmpeg, FfmpegState } from './ffmpeg.ts';
import { createTranscodeCache } from './transcode-cache.ts';
import { createTranscodeSlots, type SlotLimits } from './transcode-slots.ts';
import { createTranscoder } from './transcoder.ts';
import type { Transcoding } from './transcoding.ts';

export { type Ffmpeg, findFfmpeg, readingArgv, soundOnlyArgv } from './ffmpeg.ts';
export { keepPromise } from './promised-length.ts';
export { rateOf } from './transcode-formats.ts';
export type { Transcoded, TranscodeWish, Transcoding } from './transcoding.ts';
export { createTranscodeCache };

/** What administrators are told. */
interface TranscodingStatus {
  readonly ffmpeg: FfmpegState;
  readonly running: number;
  readonly limits: Pick<SlotLimits, 'total' | 'perPerson'>;
  readonly cacheBytes: number;
  readonly cacheLimitBytes: number;
}

/** Songs in other formats. */
export interface TranscodingFeature {
  readonly transcoding: Transcoding;
  status(): TranscodingStatus;
  stop(): Promise<void>;
}

/** What the feature needs. */
export interface TranscodingFeatureDeps {
  readonly ffmpeg: Ffmpeg;
  /** Holds the cache in `converted/`. */
  readonly dataFolder: string;
  readonly cacheLimitBytes: number;
  readonly isOn: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: SlotLimits;
}

/** Twice as many as there are processors in all; one who listens, prepares the next song and jumps needs three. */
const usualLimits = (): SlotLimits => ({
  total: Math.max(3, availableParallelism() * 2),
  perPerson: 3,
  patienceMs: 5_000,
});

/** No conversion runs before the first. Whoever makes it stops it. */
export const createTranscodingFeature = (deps: TranscodingFeatureDeps): TranscodingFeature => {
  const { ffmpeg, clock, log, isOn, cacheLimitBytes } = deps;
  const folder = join(deps.dataFolder, 'converted');
  const cache = createTranscodeCache({ folder, limitBytes: cacheLimitBytes, clock, log });
  const limits = deps.limits ?? usualLimits();
  const slots = createTranscodeSlots(limits, clock);
  const transcoder = createTranscoder({ ffmpeg, cache, slots, clock, isOn });
  return {
    transcoding: transcoder,
    status: () => ({
      ffmpeg: ffmpeg.state(),
      running: transcoder.running(),
      limits,
      cacheBytes: cache.totalBytes(),
      cacheLimitBytes,
    }),
    stop: transcoder.stop,
  };
};
