import type { OrderPosition } from '../play-order.ts';
import type { createTrackSources } from '../sources/track-sources.ts';
import type { PlayReport } from './play-report.ts';
import type { HeldTrack, TransportDeps } from './transport-deps.ts';
import type { Upcoming } from './upcoming.ts';

/** What the parts of the transport share. */
export interface TransportParts extends TransportDeps {
  readonly held: HeldTrack;
  readonly sources: ReturnType<typeof createTrackSources>;
  readonly upcoming: Upcoming;
  readonly report: PlayReport;
  readonly position: () => OrderPosition;
}
