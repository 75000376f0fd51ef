import { createHash } from 'node:crypto';
import type { RefusalReason } from '@tonearm/contract';
import { type Outbound, type OutboundResult, unreachableSentences } from '../../platform/outbound.ts';
import {
  isObject,
  type LinkVerdict,
  type Play,
  type PlayedAt,
  parseObject,
  type ScrobblingService,
  type ServiceName,
  sendInParts,
  type Verdict,
} from './scrobbler.ts';

/** How Last.fm, or a service that speaks like it, is reached. */
export interface LastfmOptions {
  readonly apiRoot: string;
  readonly authorizePage: string;
  readonly apiKey: string;
  readonly secret: string;
  /** What an administrator has to do while key or secret are missing. */
  readonly keyHint: string;
}

/** Most scrobbles that one call takes, as Last.fm documents. */
const mostPlays = 50;

/**
 * Errors of the service after which the account must be linked again: access was taken back, the session is not valid,
 * the token was not allowed, nobody is signed in. A key of the server's own that is not valid (10, 13, 26) is nothing
 * that a user could mend: plays wait.
 */
const unlinkedErrors = new Set([4, 9, 14, 17]);
const ownKeyErrors = new Set([10, 13, 26]);
/** Errors that say that what was sent can never be taken. */
const rejectedErrors = new Set([6, 7]);
/** The user's daily limit: a scrobble ignored for it is tried again later. */
const ignoredForDailyLimit = 5;

const ignoredReasons: Readonly<Record<number, RefusalReason>> = {
  1: 'artist_not_taken',
  2: 'track_not_taken',
  3: 'too_old',
  4: 'in_future',
};

type Parameters = Readonly<Record<string, string>>;

/**
 * Signs a call: parameters sorted by name, name and value joined, secret appended, MD5 in hexadecimal.
 * `format` and `callback` are not part of it.
 */
export const signLastfm = (parameters: Parameters, secret: string): string => {
  const names = Object.keys(parameters)
    .filter((name) => name !== 'format' && name !== 'callback')
    .sort((a, b) => (a < b ? -1 : 1));
  const text = names.map((name) => `${name}${parameters[name] ?? ''}`).join('');
  return createHash('md5').update(`${text}${secret}`, 'utf8').digest('hex');
};

const playParameters = (play: Play, suffix = ''): Parameters => {
  const all: Record<string, string | number | null> = {
    artist: play.artist,
    track: play.title,
    album: play.album,
    albumArtist: play.albumArtist,
    trackNumber: play.trackNumber,
    duration: play.durationSeconds,
  };
  const present = Object.entries(all).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(present.map(([name, value]) => [`${name}${suffix}`, String(value)]));
};

type Reply =
  | { readonly kind: 'ok'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'error'; readonly verdict: Verdict };

const retry = (reason: string, afterMs: number | null = null): Reply => ({
  kind: 'error',
  verdict: { kind: 'retry', reason, afterMs },
});

const verdictOfError = (of: { label: string; code: number; afterMs: number | null }): Verdict => {
  const { label, code, afterMs } = of;
  if (unlinkedErrors.has(code)) {
    return { kind: 'unlinked', reason: `${label} asks to link the account again.` };
  }
  if (rejectedErrors.has(code)) {
    return { kind: 'rejected', refusal: { reason: 'not_taken', number: code } };
  }
  const reason = ownKeyErrors.has(code)
    ? `${label} does not accept the API key of this server (error ${code}). An administrator has to look at it.`
    : `${label} cannot take it now (error ${code}).`;
  return { kind: 'retry', reason, afterMs };
};

const readReply = (label: string, result: OutboundResult): Reply => {
  if (result.kind === 'unreachable') return retry(unreachableSentences[result.reason]);
  const { status, retryAfterMs } = result;
  const body = parseObject(result.text);
  if (body === null)
    return retry(`${label} gave an answer that cannot be read (status ${status}).`, retryAfterMs);
  const { error: code, message } = body;
  // Whatever else stands in the way (a firewall, the page of a hotel) does not speak like this.
  if (typeof code === 'number' && typeof message === 'string') {
    return { kind: 'error', verdict: verdictOfError({ label, code, afterMs: retryAfterMs }) };
  }
  if (code !== undefined || status >= 400)
    return retry(`${label} has trouble (status ${status}).`, retryAfterMs);
  return { kind: 'ok', body };
};

const verdictOfScrobble = (label: string, scrobble: unknown): Verdict => {
  if (!isObject(scrobble)) return { kind: 'retry', reason: `${label} did not say what became of the play.` };
  const ignored = scrobble['ignoredMessage'];
  const code = Number(isObject(ignored) ? (ignored['code'] ?? 0) : 0);
  if (code === 0) return { kind: 'sent' };
  if (!Number.isInteger(code)) {
    return { kind: 'retry', reason: `${label} gave an answer that cannot be read.` };
  }
  if (code === ignoredForDailyLimit)
    return { kind: 'retry', reason: `The limit of ${label} for today is reached.` };
  const reason = ignoredReasons[code];
  return {
    kind: 'rejected',
    refusal: reason === undefined ? { reason: 'not_taken', number: code } : { reason, number: null },
  };
};

const verdictsOf = (of: {
  label: string;
  body: Readonly<Record<string, unknown>>;
  plays: readonly PlayedAt[];
}): Verdict | Verdict[] => {
  const { label, body, plays } = of;
  const scrobbles = isObject(body['scrobbles']) ? body['scrobbles']['scrobble'] : undefined;
  if (scrobbles === undefined) return { kind: 'retry', reason: `${label} gave an answer without scrobbles.` };
  const list: unknown[] = Array.isArray(scrobbles) ? scrobbles : [scrobbles];
  return plays.map((_, index) => verdictOfScrobble(label, list[index]));
};

const linkVerdictOf = (label: string, reply: Reply): LinkVerdict => {
  if (reply.kind === 'error') {
    const reason = 'reason' in reply.verdict ? reply.verdict.reason : `${label} does not know this token.`;
    return { kind: 'refused', reason };
  }
  const session = isObject(reply.body['session']) ? reply.body['session'] : {};
  const { name, key } = session;
  if (typeof name !== 'string' || typeof key !== 'string') {
    return { kind: 'refused', reason: `${label} gave an answer that cannot be read.` };
  }
  return { kind: 'linked', username: name, secret: key };
};

/** Last.fm and services that speak like it (Libre.fm, self-hosted ones). */
export const createLastfm = (options: LastfmOptions & ServiceName, outbound: Outbound): ScrobblingService => {
  const { id, label } = options;
  const isReady = options.apiKey !== '' && options.secret !== '';

  const callApi = async (method: 'GET' | 'POST', parameters: Parameters): Promise<Reply> => {
    if (!isReady) return retry(`${label} is not set up on this server.`);
    const all = { ...parameters, api_key: options.apiKey };
    const signed = new URLSearchParams({ ...all, api_sig: signLastfm(all, options.secret), format: 'json' });
    return readReply(
      label,
      await outbound.request(
        method === 'GET'
          ? { root: options.apiRoot, url: `?${signed.toString()}`, method }
          : {
              root: options.apiRoot,
              url: '',
              method,
              headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
              body: signed.toString(),
            },
      ),
    );
  };

  return {
    id,
    label,
    mostPlays,
    linkedBy: 'page',
    hint: isReady ? null : options.keyHint,
    authorizeUrl: isReady
      ? `${options.authorizePage}?api_key=${encodeURIComponent(options.apiKey)}&cb={callback}`
      : null,
    profileUrl: (username) => `${new URL(options.authorizePage).origin}/user/${encodeURIComponent(username)}`,
    link: async (token) => linkVerdictOf(label, await callApi('GET', { method: 'auth.getSession', token })),
    nowPlaying: async (sk, play) => {
      const reply = await callApi('POST', { method: 'track.updateNowPlaying', sk, ...playParameters(play) });
      return reply.kind === 'ok' ? { kind: 'sent' } : reply.verdict;
    },
    scrobble: (sk, all) =>
      sendInParts(all, async (plays) => {
        const lists = plays.map(({ play, playedAt }, index) => ({
          ...playParameters(play, `[${index}]`),
          [`timestamp[${index}]`]: String(playedAt),
        }));
        const reply = await callApi('POST', { method: 'track.scrobble', sk, ...Object.assign({}, ...lists) });
        return reply.kind === 'ok' ? verdictsOf({ label, body: reply.body, plays }) : reply.verdict;
      }),
  };
};
