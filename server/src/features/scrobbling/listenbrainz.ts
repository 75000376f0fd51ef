import { type Outbound, type OutboundResult, unreachableSentences } from '../../platform/outbound.ts';
import {
  type LinkVerdict,
  type Play,
  type PlayedAt,
  parseObject,
  type ScrobblingService,
  type ServiceName,
  sendInParts,
  type Verdict,
} from './scrobbler.ts';

/** How ListenBrainz, or a service that speaks like it, is reached. */
export interface ListenBrainzOptions {
  readonly root: string;
  /** What a username follows in the address of a profile; null where there are none. */
  readonly profileRoot: string | null;
}

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

type Answer = Extract<OutboundResult, { kind: 'answer' }>;

/**
 * Whether the service itself refuses: with the status in JSON of its own. A firewall, the page of a hotel's network or a
 * proxy that wants a password answers with the same status, but not so.
 */
const isOwnRefusal = ({ status, text }: Answer, code: number): boolean => {
  const body = parseObject(text);
  return status === code && body?.['code'] === code && typeof body['error'] === 'string';
};

const verdictOf = (label: string, result: OutboundResult): Verdict => {
  if (result.kind === 'unreachable') return { kind: 'retry', reason: unreachableSentences[result.reason] };
  if (isOwnRefusal(result, 401)) {
    return { kind: 'unlinked', reason: `${label} no longer accepts the token.` };
  }
  if (isOwnRefusal(result, 400)) return { kind: 'rejected', refusal: { reason: 'not_taken', number: null } };
  const { status, retryAfterMs: afterMs } = result;
  if (status !== 200) {
    return { kind: 'retry', reason: `${label} cannot take it now (status ${status}).`, afterMs };
  }
  return parseObject(result.text)?.['status'] === 'ok'
    ? { kind: 'sent' }
    : { kind: 'retry', reason: `${label} gave an answer that cannot be read.`, afterMs };
};

const refused: LinkVerdict = { kind: 'refused', reason: 'The service does not know this token.' };

/** The account, whose secret is the token. */
const linkVerdictOf = (result: OutboundResult, account: { label: string; token: string }): LinkVerdict => {
  if (result.kind === 'unreachable')
    return { kind: 'unreachable', reason: unreachableSentences[result.reason] };
  if (isOwnRefusal(result, 401)) return refused;
  const valid = result.status === 200 ? parseObject(result.text)?.['valid'] : undefined;
  if (valid === false) return refused;
  if (valid !== true) {
    return { kind: 'unreachable', reason: `The service has trouble (status ${result.status}).` };
  }
  const name = parseObject(result.text)?.['user_name'];
  return { kind: 'linked', username: typeof name === 'string' ? name : account.label, secret: account.token };
};

/** ListenBrainz and services that speak like it (Maloja and others). */
export const createListenBrainz = (
  options: ListenBrainzOptions & ServiceName,
  outbound: Outbound,
): ScrobblingService => {
  const { id, label, root, profileRoot } = options;
  const headersFor = (token: string) => ({
    Authorization: `Token ${token}`,
    'Content-Type': 'application/json',
  });

  const submit = async (token: string, body: unknown): Promise<Verdict> =>
    verdictOf(
      label,
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
    id,
    label,
    mostPlays,
    linkedBy: 'token',
    hint: null,
    authorizeUrl: null,
    profileUrl: (username) =>
      profileRoot === null ? null : `${profileRoot}${encodeURIComponent(username)}/`,
    link: async (token) => {
      if (!/^[\x21-\x7e]+$/.test(token))
        return { kind: 'refused', reason: `This is not a token of ${label}.` };
      const result = await outbound.request({
        root,
        url: '1/validate-token',
        method: 'GET',
        headers: headersFor(token),
      });
      return linkVerdictOf(result, { label, token });
    },
    nowPlaying: (token, play) =>
      submit(token, { listen_type: 'playing_now', payload: [{ track_metadata: metadataOf(play) }] }),
    scrobble: (token, all) => sendInParts(all, (plays) => submitAll(token, plays)),
  };
};
