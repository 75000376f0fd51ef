import type { StoreApi } from 'zustand/vanilla';
import type { PlayerState } from '../core/player-state.ts';
import { indexOfKey, type Queue } from '../core/queue.ts';

/** What this browser knows of the queue that it saved last. */
export interface CarriedMark {
  readonly revision: number;
  readonly changedAtMs: number;
  /** Tells its songs from others. */
  readonly print: string;
}

interface Place {
  readonly currentIndex: number;
  readonly positionMs: number;
}

interface CarrierDeps {
  readonly store: StoreApi<PlayerState>;
  readonly saveQueue: (paths: readonly string[], place: Place) => Promise<Omit<CarriedMark, 'print'>>;
  /** @returns null when the queue there is another by now */
  readonly savePlace: (revision: number, place: Place) => Promise<Omit<CarriedMark, 'print'> | null>;
  readonly readMark: () => CarriedMark | null;
  readonly writeMark: (mark: CarriedMark) => void;
  readonly nowMs: () => number;
  readonly later: (callback: () => void, delayMs: number) => () => void;
}

/** Edits close together are saved once. */
const quietMs = 2_000;
/** While music plays, the place is saved this often. */
const placePeriodMs = 30_000;

/** A short text that is another for other songs. FNV-1a over the paths. */
const printOf = (queue: Queue): string => {
  let hash = 0x811c9dc5;
  for (const { song } of queue.entries) {
    for (let at = 0; at < song.path.length; at += 1) {
      hash = Math.imul(hash ^ song.path.charCodeAt(at), 0x01000193);
    }
    hash = Math.imul(hash ^ 10, 0x01000193);
  }
  return `${queue.entries.length} ${(hash >>> 0).toString(36)}`;
};

/**
 * Saves on the server what this browser plays, from the first change on: the queue when it changes, the place when the
 * song does, on pauses and every half minute. A tab that mirrors another saves nothing. What could not be saved is
 * saved with the next change.
 * @returns `flush` saves the place at once, for when the page is left
 */
export const createQueueCarrier = (deps: CarrierDeps): { flush: () => void; dispose: () => void } => {
  const { store } = deps;
  let mark = deps.readMark();
  let print: { readonly queue: Queue; readonly text: string } | null = null;
  let cancel: (() => void) | null = null;
  let savedAtMs = deps.nowMs();
  let saving: Promise<void> = Promise.resolve();

  const currentPrint = (queue: Queue): string => {
    if (print?.queue !== queue) print = { queue, text: printOf(queue) };
    return print.text;
  };
  const keep = (saved: Omit<CarriedMark, 'print'>, text: string): void => {
    mark = { revision: saved.revision, changedAtMs: saved.changedAtMs, print: text };
    deps.writeMark(mark);
  };

  const save = async (): Promise<void> => {
    const { queue, current, elapsedSeconds, isRemote, isRestoring } = store.getState();
    if (isRemote || isRestoring) return;
    const text = currentPrint(queue);
    const place = {
      currentIndex: Math.max(0, indexOfKey(queue, current?.key)),
      positionMs: Math.round(elapsedSeconds * 1000),
    };
    const placed = mark?.print === text ? await deps.savePlace(mark.revision, place) : null;
    if (placed !== null) return keep(placed, text);
    const paths = queue.entries.map(({ song }) => song.path);
    keep(await deps.saveQueue(paths, place), text);
  };
  const saveNow = (): void => {
    cancel?.();
    cancel = null;
    savedAtMs = deps.nowMs();
    // One after the other, each with what is true at its time; the next change tries again.
    saving = saving.then(save).catch(() => {});
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.isRemote || state.isRestoring || before.isRestoring || before.isRemote) return;
    if (state.queue !== before.queue || state.current !== before.current) {
      cancel?.();
      cancel = deps.later(saveNow, quietMs);
      return;
    }
    const hasPaused = before.isPlaying && !state.isPlaying;
    const isDue = state.isPlaying && deps.nowMs() - savedAtMs >= placePeriodMs;
    if (hasPaused || isDue) saveNow();
  });

  return {
    flush() {
      if (store.getState().isPlaying || cancel !== null) saveNow();
    },
    dispose() {
      unsubscribe();
      cancel?.();
    },
  };
};
