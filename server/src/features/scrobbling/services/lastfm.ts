import type { Scrobbler } from '../protocols.ts';

/** Last.fm, or a service in its place: its addresses are set from outside. */
export const lastfm: Scrobbler = {
  label: 'Last.fm',
  protocol: 'lastfm',
  reach: (config) => ({
    apiRoot: config.lastfmRoot,
    authorizePage: config.lastfmAuthorizePage,
    apiKey: config.lastfmKey,
    secret: config.lastfmSecret,
    keyHint:
      'An administrator has to start the server with --lastfm-key and --lastfm-secret (TONEARM_LASTFM_KEY, TONEARM_LASTFM_SECRET).',
  }),
};
