import type { Outbound, OutboundResult } from '../../platform/outbound.ts';
import { forAll, type Play, type PlayedAt, type ScrobblingService, type Verdict } from './scrobbler.ts';

/** Most listens in one call; the service takes 1,000, its compatible ones fewer. */
const mostPlays = 50;

const metadataOf = (play: Play) => ({
  artist_name: play.artist,
  track_name: play.title,
  ...(play.album === null ? {} : { release_name: play.album }),
  additional_info: {
    media_player: 'Tonearm',
    submission_client: 'Tonearm',
    ...(play.albumArtist === null ? {} : { release_artist_name: play.albumArtist }),
    ...(play.trackNumber === null ? {} : { tracknumber: play.trackNumber }),
    ...(play.durationSeconds === null ? {} : { duration: play.durationSeconds }),
  },
});

const verdictOf = (result: OutboundResult): Verdict => {
  if (result.kind === 'unreachable') return { kind: 'retry', reason: result.reason };
  if (result.status === 401 || result.status === 403) {
    return { kind: 'unlinked', reason: 'ListenBrainz no longer accepts the token.' };
  }
  if (result.status === 400) return { kind: 'rejected', reason: 'ListenBrainz does not take this play.' };
  if (result.status !== 200) {
    return { kind: 'retry', reason: `ListenBrainz cannot take it now (status ${result.status}).` };
  }
  return isOk(result.text)
    ? { kind: 'sent' }
    : { kind: 'retry', reason: 'ListenBrainz gave an answer that cannot be read.' };
};

const parse = (text: string): Record<string, unknown> => {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const isOk = (text: string): boolean => parse(text)['status'] === 'ok';

/** ListenBrainz and services that speak like it (Maloja and others). */
export const createListenBrainz = (root: string, outbound: Outbound): ScrobblingService => {
  const headersFor = (token: string) => ({
    Authorization: `Token ${token}`,
    'Content-Type': 'application/json',
  });

  const submit = async (token: string, body: unknown): Promise<Verdict> =>
    verdictOf(
      await outbound.request({
        root,
        url: '1/submit-listens',
        method: 'POST',
        headers: headersFor(token),
        body: JSON.stringify(body),
      }),
    );

  const submitAll = (token: string, plays: readonly PlayedAt[]): Promise<Verdict> =>
    submit(token, {
      listen_type: plays.length === 1 ? 'single' : 'import',
      payload: plays.map(({ play, playedAt }) => ({
        listened_at: playedAt,
        track_metadata: metadataOf(play),
      })),
    });

  return {
    id: 'listenbrainz',
    label: 'ListenBrainz',
    mostPlays,
    hint: null,
    authorizeUrl: null,
    profileUrl: (username) =>
      root === 'https://api.listenbrainz.org/'
        ? `https://listenbrainz.org/user/${encodeURIComponent(username)}/`
        : null,
    link: async (token) => {
      if (!/^[\x21-\x7e]+$/.test(token))
        return { kind: 'refused', reason: 'This is not a ListenBrainz token.' };
      const result = await outbound.request({
        root,
        url: '1/validate-token',
        method: 'GET',
        headers: headersFor(token),
      });
      if (result.kind === 'unreachable') return result;
      const body = parse(result.text);
      if (result.status >= 500)
        return { kind: 'unreachable', reason: `The service has trouble (status ${result.status}).` };
      if (result.status !== 200 || body['valid'] !== true) {
        return { kind: 'refused', reason: 'The service does not know this token.' };
      }
      const name = body['user_name'];
      return { kind: 'linked', username: typeof name === 'string' ? name : 'ListenBrainz', secret: token };
    },
    nowPlaying: (token, play) =>
      submit(token, { listen_type: 'playing_now', payload: [{ track_metadata: metadataOf(play) }] }),
    scrobble: async (token, plays) => {
      const verdict = await submitAll(token, plays);
      if (verdict.kind !== 'rejected' || plays.length === 1) return forAll(plays, verdict);
      // One play that is not wanted spoils the call: each is judged by itself.
      const verdicts: Verdict[] = [];
      for (const play of plays) verdicts.push(await submitAll(token, [play]));
      return verdicts;
    },
  };
};
