import type { SongSound, SoundReading } from '../../library/read/sound-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { createQuietPass } from '../../platform/quiet-pass.ts';
import type { Measuring } from './measuring.ts';

/** What measuring by itself needs. */
export interface BackgroundMeasuringDeps {
  readonly measuring: Pick<Measuring, 'isPossible' | 'isSettled' | 'measure'>;
  readonly sound: Pick<SoundReading, 'after'>;
  /** Whether nothing else is to be done: no scan, nobody listening, little load. */
  readonly isIdle: () => boolean;
  readonly isOn: () => boolean;
  /** Songs that are measured only when somebody asks for them, by virtual path. */
  readonly isLeftOut: (path: string) => boolean;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly log: Log;
}

/** Measures, one by one, the songs whose tags do not say how loud they are. */
export interface BackgroundMeasuring {
  /** What it does: `waiting` until nothing else is to be done. */
  state(): 'off' | 'resting' | 'waiting' | 'working';
  /** How far it has come through the collection, 0 to 1; null while nothing is to be done. */
  progress(): number | null;
  start(): void;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** The collection is left alone for so long after it changed, in milliseconds. */
const quietMs = 30_000;

/** How often it is looked whether there is nothing else to be done, in milliseconds. */
const lookMs = 5_000;

/** Between two windows of songs and between two songs, in milliseconds. */
const breathMs = 50;

/** Longer ones are left alone. */
const longestMs = 4 * 3_600_000;

/** Starts nothing by itself. */
export const createBackgroundMeasuring = (deps: BackgroundMeasuringDeps): BackgroundMeasuring => {
  const { measuring, events, clock } = deps;
  let state: ReturnType<BackgroundMeasuring['state']> = 'resting';
  let progress: number | null = null;
  const mayRun = (): boolean => deps.isOn() && measuring.isPossible();

  /** Tags that say it need no measurement. */
  const isWorthIt = (song: SongSound): boolean =>
    !deps.isLeftOut(song.path) &&
    (song.gain?.trackGainDb ?? null) === null &&
    (song.durationMs ?? 0) <= longestMs &&
    !measuring.isSettled(song);

  const waitForIdle = async (): Promise<void> => {
    while (!passes.isStopped() && deps.isOn() && !deps.isIdle()) {
      state = 'waiting';
      await passes.rest(lookMs);
    }
  };

  const walk = async (): Promise<void> => {
    for (let afterId = 0; !passes.isStopped(); ) {
      const window = await deps.sound.after(afterId);
      if (window === null) return;
      const { nextId, lastId } = window;
      const worthIt = window.songs.filter(isWorthIt);
      for (const [at, song] of worthIt.entries()) {
        const seenId = afterId + ((Math.min(nextId, lastId) - afterId) * at) / worthIt.length;
        progress = Math.min(seenId / lastId, 1);
        await waitForIdle();
        if (passes.isStopped() || !deps.isOn()) return;
        state = 'working';
        await measuring.measure(song);
        await passes.rest(breathMs);
      }
      afterId = nextId;
      await passes.rest(breathMs);
    }
  };

  const passes = createQuietPass({
    mayRun,
    walk: () =>
      walk().finally(() => {
        state = 'resting';
        progress = null;
      }),
    quietMs,
    next: 'when quiet',
    onFailure: (error) => deps.log.error('songs could not be measured', { error }),
    clock,
  });

  return {
    state: () => (mayRun() ? state : 'off'),
    progress: () => progress,
    start: () =>
      passes.start(
        events.on('collection-changed', passes.waitForQuiet),
        events.on('settings-changed', passes.waitForQuiet),
      ),
    stop: passes.stop,
  };
};
