import type { StoreApi } from 'zustand/vanilla';
import type { AudioEngine } from '../audio-engine.ts';
import type { PlayerState } from '../player-state.ts';
import type { RandomWalk } from '../random-walk.ts';
import type { ScrobbleReporter } from '../scrobble-reporter.ts';
import type { WaitDeps } from '../server-wait.ts';
import type { SkipDeps } from '../skipping.ts';
import type { createSleep } from '../sleep.ts';
import type { PlacedSource, SourcesDeps } from '../sources/track-sources.ts';

/** What the transport needs. */
export interface TransportDeps extends SkipDeps, WaitDeps, SourcesDeps {
  store: StoreApi<PlayerState>;
  engine: AudioEngine;
  walk: RandomWalk;
  reporter: ScrobbleReporter;
  sleep: ReturnType<typeof createSleep>;
}

/** What the engine holds of the current track. */
export interface HeldTrack {
  placed: PlacedSource | null;
  /** The engine holds nothing to go on with: playing starts by loading. */
  needsLoading: boolean;
  /** Some of the current track was heard. */
  hasSounded: boolean;
}
