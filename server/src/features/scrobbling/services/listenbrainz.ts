import type { Scrobbler } from '../protocols.ts';

const root = 'https://api.listenbrainz.org/';

/** ListenBrainz, or a service in its place (Maloja and others): its address is set from outside. */
export const listenbrainz: Scrobbler = {
  label: 'ListenBrainz',
  protocol: 'listenbrainz',
  reach: (config) => ({
    root: config.listenBrainzRoot,
    profileRoot: config.listenBrainzRoot === root ? 'https://listenbrainz.org/user/' : null,
  }),
};
