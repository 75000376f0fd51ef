import { join } from 'node:path';
import type { SoundStatus } from '@tonearm/contract';
import type { Route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { SoundReading } from '../../library/read/sound-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { MediaFiles } from '../../platform/bucket/remote-files.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { Ffmpeg, TranscodingFeature } from '../transcoding/index.ts';
import { createAnalyser } from './analyser.ts';
import { createAnalysisRoutes } from './analysis-routes.ts';
import { openAnalysisStore } from './analysis-store.ts';
import { type BackgroundMeasuring, createBackgroundMeasuring } from './background-measuring.ts';
import { createMeasuring } from './measuring.ts';
import { createSoundFacts } from './sound-facts.ts';

/** What the feature needs. */
export interface AnalysisFeatureDeps {
  readonly ffmpeg: Ffmpeg;
  readonly transcoding: Pick<TranscodingFeature, 'transcoding' | 'status'>;
  readonly lookup: Pick<CollectionLookup, 'findSongFile'>;
  readonly sound: SoundReading;
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Holds what was measured in `analysis/`; never read from. */
  readonly dataFolder: string;
  readonly media: MediaFiles;
  /** Songs that are measured only when somebody asks for them, by virtual path. */
  readonly isLeftOut: (path: string) => boolean;
  readonly isOn: () => boolean;
  /** Whether nothing else is to be done. */
  readonly isIdle: () => boolean;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How songs sound: loudness and waveforms. */
export interface AnalysisFeature {
  readonly routes: readonly Route[];
  /** Begins to measure by itself. */
  start(): void;
  stop(): Promise<void>;
}

/** Waveforms of some ten thousand songs. */
const waveformLimitBytes = 256 * 1024 * 1024;

const statusOf = (
  { ffmpeg, running, limits, cacheBytes, cacheLimitBytes }: ReturnType<TranscodingFeature['status']>,
  measuring: SoundStatus['measuring'],
): SoundStatus => ({
  ffmpeg: {
    state: ffmpeg.kind,
    version: ffmpeg.kind === 'ready' ? ffmpeg.version : null,
    formats: ffmpeg.kind === 'ready' ? [...ffmpeg.formats] : [],
    reason: ffmpeg.kind === 'absent' ? ffmpeg.why : null,
  },
  converting: {
    running,
    limit: limits.total,
    limit_each: limits.perPerson,
    cache_bytes: cacheBytes,
    cache_limit_bytes: cacheLimitBytes,
  },
  measuring,
});

/** When songs begin to be measured, in milliseconds: ffmpeg is asked first, and whoever waits for the start goes before. */
const startAfterMs = 500;

/** Opens what was measured; no process is started before the first song. Whoever makes it stops it. */
export const createAnalysisFeature = (deps: AnalysisFeatureDeps): AnalysisFeature => {
  const { ffmpeg, sound, clock, log, transcoding } = deps;
  const store = openAnalysisStore({
    folder: join(deps.dataFolder, 'analysis'),
    waveformLimitBytes,
    nowSeconds: () => Math.floor(clock.nowMs() / 1000),
    log,
  });
  const analyser = createAnalyser({ clock, events: deps.events, log });
  const { lookup, foldersOf, dataFolder, media } = deps;
  const measuring = createMeasuring({ ffmpeg, analyser, store, lookup, foldersOf, dataFolder, media });
  const { isOn, isIdle, isLeftOut, events } = deps;
  const background: BackgroundMeasuring = createBackgroundMeasuring({
    ...{ measuring, sound, isIdle, isOn, isLeftOut, events, clock, log },
  });
  let cancelStart = (): void => {};
  const status = (): SoundStatus => {
    const { measured, failed, waveformBytes } = store.counts();
    return statusOf(transcoding.status(), {
      state: background.state(),
      progress: background.progress(),
      ...{ measured, failed, waveform_bytes: waveformBytes },
    });
  };
  return {
    routes: createAnalysisRoutes({
      ...{ sound, measuring, status, clock },
      facts: createSoundFacts({ sound, store }),
      transcoding: transcoding.transcoding,
    }),
    start: () => {
      cancelStart = clock.schedule(startAfterMs, () => {
        // What can be done is known once ffmpeg has answered.
        void ffmpeg.asked.then(background.start);
      });
    },
    stop: async () => {
      cancelStart();
      const ended = background.stop();
      await analyser.stop();
      await ended;
      store.close();
    },
  };
};
