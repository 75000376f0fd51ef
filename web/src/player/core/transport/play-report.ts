import type { StoreApi } from 'zustand/vanilla';
import type { PlayerState } from '../player-state.ts';
import type { ScrobbleReporter } from '../scrobble-reporter.ts';

/** Tells the reporter of each play once. A track that was only restored is told when it plays. */
export interface PlayReport {
  /** Another play begins, of which nothing was told yet. */
  begin(): void;
  /** The current track plays. */
  started(): void;
  /** Nothing was heard of this play: it is told once more when it starts. */
  takeBack(): void;
  seeked(): void;
}

/** Reports what is current in the store. */
export const createPlayReport = (deps: {
  readonly store: StoreApi<PlayerState>;
  readonly reporter: ScrobbleReporter;
}): PlayReport => {
  const { store, reporter } = deps;
  let isReported = false;
  let isSeeked = false;
  return {
    begin() {
      isReported = false;
      isSeeked = false;
    },
    started() {
      const { current, elapsedSeconds } = store.getState();
      if (isReported || current === null) return;
      isReported = true;
      reporter.trackStarted(current.song, elapsedSeconds);
      if (isSeeked) reporter.seeked();
    },
    takeBack() {
      isReported = false;
    },
    seeked() {
      isSeeked = true;
      if (isReported) reporter.seeked();
    },
  };
};
