import { call } from './client.ts';

/** Tells the linked services what plays. Answered at once, also when no account is linked. */
export const reportNowPlaying = async (path: string): Promise<void> => {
  await call('nowPlaying', { path });
};

/**
 * Records a play. Outlives the page, so that a track finished while it closes still counts.
 * @param startedAtSeconds when the play began, in whole seconds since the epoch
 */
export const reportScrobble = async (path: string, startedAtSeconds: number): Promise<void> => {
  await call('scrobble', { path, query: { started_at: startedAtSeconds }, keepalive: true });
};
