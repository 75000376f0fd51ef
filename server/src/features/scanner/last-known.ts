import { AppError } from '../../platform/app-error.ts';
import type { ScannerStore } from './scanner-store.ts';

/** The library is damaged, or being made anew: whoever keeps it knows. */
const isUnreadable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';

const orLastKnown = <Value>(read: () => Value, first: Value): (() => Value) => {
  let known = first;
  return () => {
    try {
      known = read();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    return known;
  };
};

/**
 * A store that answers what it last knew while the library cannot be read: the state of scans is told from
 * timers and streams too, where nobody could take an error.
 */
export const withLastKnown = (store: ScannerStore): ScannerStore => ({
  revision: orLastKnown(store.revision, 0),
  songCount: orLastKnown(store.songCount, 0),
  problemCount: orLastKnown(store.problemCount, 0),
  problems: store.problems,
  givenUp: orLastKnown(store.givenUp, []),
  sources: orLastKnown(store.sources, []),
  awayNames: orLastKnown(store.awayNames, []),
  isScanned: orLastKnown(store.isScanned, false),
  rebuilt: orLastKnown(store.rebuilt, null),
});
