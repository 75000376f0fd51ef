import { availableParallelism, loadavg } from 'node:os';
import type { Config } from './config.ts';
import { createAnalysisFeature } from './features/analysis/index.ts';
import type { Settings } from './features/settings/index.ts';
import {
  chooseStream,
  createContainers,
  createDecisions,
  createSendArchive,
  createSendSong,
  createSendStream,
  createStreamActivity,
  createStreamingRoutes,
} from './features/streaming/index.ts';
import { createTranscodingFeature, findFfmpeg } from './features/transcoding/index.ts';
import type { Route } from './http/route.ts';
import type { LibraryReading } from './library/read/library-reading.ts';
import type { AppEvents } from './platform/app-events.ts';
import type { MediaFiles } from './platform/bucket/remote-files.ts';
import type { Clock } from './platform/clock.ts';
import type { Events } from './platform/events.ts';
import type { Log } from './platform/log.ts';
import type { Random } from './platform/random.ts';

/** What the sound of songs is built on. */
interface SoundDeps {
  readonly base: {
    readonly config: Config;
    readonly world: { readonly clock: Clock; readonly log: Log; readonly random: Random };
    readonly events: Events<AppEvents>;
  };
  readonly reading: Pick<LibraryReading, 'lookup' | 'sound'>;
  readonly files: {
    readonly foldersOf: (sourceRealPath: string) => string[];
    readonly media: MediaFiles;
    isInBucket(path: string): boolean;
  };
  readonly settings: Settings;
  readonly isScanning: () => boolean;
}

/** Nobody was given some of a song for so long, in milliseconds. */
const quietMs = 30_000;

/** Of the processors, so much may be busy with something else; measuring itself takes about one. */
const mostLoad = 0.5;
const ownLoad = 1.2;

/** Playing songs as they are and converted, measuring them, and their waveforms. */
export const composeSound = ({ base, reading, files, settings, isScanning }: SoundDeps) => {
  const { foldersOf, media } = files;
  const { dataFolder, ffmpeg: program, convertedMegabytes } = base.config;
  const { clock, log, random } = base.world;
  const { lookup, sound } = reading;
  const ffmpeg = findFfmpeg({ program, clock, log });
  const activity = createStreamActivity(clock);
  const converting = createTranscodingFeature({
    ...{ ffmpeg, dataFolder, clock, log },
    cacheLimitBytes: convertedMegabytes * 1_000_000,
    isOn: () => settings.current().converts_songs,
  });
  const { transcoding } = converting;
  const hasLittleToDo = (): boolean => (loadavg()[0] ?? 0) < availableParallelism() * mostLoad + ownLoad;
  const analysis = createAnalysisFeature({
    ...{ ffmpeg, lookup, sound, foldersOf, media, dataFolder, clock, log },
    isLeftOut: files.isInBucket,
    transcoding: converting,
    events: base.events,
    isOn: () => settings.current().measures_songs,
    isIdle: () =>
      !isScanning() && activity.quietMs() > quietMs && converting.status().running === 0 && hasLittleToDo(),
  });
  const opening = { foldersOf, media, dataFolder, containers: createContainers() };
  const streaming = { lookup, sound, transcoding, activity, clock, ...opening };
  const routes: Route[] = [...createStreamingRoutes(streaming), ...analysis.routes];
  return {
    routes,
    sending: {
      song: createSendSong(streaming),
      stream: createSendStream(streaming),
      archive: createSendArchive(streaming),
    },
    decisions: createDecisions({ formats: transcoding.formats, clock, random }),
    transcoding,
    /** What a song of so many kilobits a second is sent as where fewer are allowed; null for as it is. */
    cappedForm: (kbps: number | null, mostKbps: number) => {
      const wish = { format: null, mostKbps, offsetSeconds: 0 };
      const choice = chooseStream(wish, { suffix: '', codec: null, kbps }, transcoding.formats());
      if (choice === 'as-it-is') return null;
      return { contentType: transcoding.contentTypeOf(choice.format), suffix: choice.format };
    },
    start: analysis.start,
    stop: async (): Promise<void> => {
      await Promise.all([analysis.stop(), converting.stop()]);
    },
  };
};
