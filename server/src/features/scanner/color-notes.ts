import type { Clock } from '../../platform/clock.ts';
import { createQuietTime } from '../../platform/quiet-time.ts';

/**
 * Colours are handed on when none has come for so long, or at the latest after the second, in milliseconds:
 * a process is started to write them.
 */
const quietMs = 1_000;
const longestWaitMs = 30_000;

/** How many are gathered at most; thousands come in a row after a first scan. */
const mostColors = 1000;

/** Gathers colours of folders' pictures on their way to the library. */
export interface ColorNotes {
  add(directoryId: number, color: string): void;
  /** Forgets what was gathered: it is found again. */
  stop(): void;
}

/** @param deps.handOn gives colours, by folder, to who writes them */
export const createColorNotes = (deps: {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly handOn: (colors: ReadonlyMap<number, string>) => void;
}): ColorNotes => {
  let gathered = new Map<number, string>();

  const take = (): ReadonlyMap<number, string> => {
    quietTime.stop();
    const colors = gathered;
    gathered = new Map();
    return colors;
  };

  const handOn = (): void => deps.handOn(take());

  const quietTime = createQuietTime({ clock: deps.clock, quietMs, longestMs: longestWaitMs, onDue: handOn });

  return {
    add: (directoryId, color) => {
      gathered.set(directoryId, color);
      if (gathered.size < mostColors) quietTime.begin();
      else handOn();
    },
    stop: () => void take(),
  };
};
