import type { Scrobbler } from './protocols.ts';
import { lastfm } from './services/lastfm.ts';
import { listenbrainz } from './services/listenbrainz.ts';

/**
 * THE table of scrobbling services, by their ids on the wire and in the database, in the order in which they are
 * listed. A new line is a new service for linking, sending, the settings and the conformance suite.
 */
export const scrobblers: Readonly<Record<string, Scrobbler>> = {
  lastfm,
  listenbrainz,
};
