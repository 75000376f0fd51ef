import type { Outbound } from '../../platform/outbound.ts';
import type { Config } from '../../process-settings.ts';
import { createLastfm, type LastfmOptions } from './lastfm.ts';
import { createListenBrainz, type ListenBrainzOptions } from './listenbrainz.ts';
import type { ScrobblingService, ServiceName } from './scrobbler.ts';

interface Speaks<Protocol extends string, Options> {
  /** What the user calls it. */
  readonly label: string;
  readonly protocol: Protocol;
  /** Where it is and what the server brings along, from what was set from outside. */
  readonly reach: (config: Config) => Options;
}

/** A service that is offered, before it is connected. The conformance suite has a fake for each protocol. */
export type Scrobbler = Speaks<'lastfm', LastfmOptions> | Speaks<'listenbrainz', ListenBrainzOptions>;

/** A way of speaking that services share. */
export type Protocol = Scrobbler['protocol'];

/** Connects a service; nothing is sent yet. */
export const connectService = (
  { id, ...scrobbler }: Scrobbler & { readonly id: string },
  { config, outbound }: { config: Config; outbound: Outbound },
): ScrobblingService => {
  const name: ServiceName = { id, label: scrobbler.label };
  switch (scrobbler.protocol) {
    case 'lastfm':
      return createLastfm({ ...name, ...scrobbler.reach(config) }, outbound);
    case 'listenbrainz':
      return createListenBrainz({ ...name, ...scrobbler.reach(config) }, outbound);
    default:
      return scrobbler satisfies never;
  }
};
