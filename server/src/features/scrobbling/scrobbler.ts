import type { LinkedService, RefusalReason } from '@tonearm/contract';

/** A song as services are told of it, frozen when it was played. */
export interface Play {
  readonly title: string;
  readonly artist: string;
  readonly album: string | null;
  readonly albumArtist: string | null;
  readonly trackNumber: number | null;
  readonly durationSeconds: number | null;
}

/** A play and when it began, in seconds since the epoch. */
export interface PlayedAt {
  readonly play: Play;
  readonly playedAt: number;
}

/** Why a service refused a play: with `not_taken` the number that it gave, if any. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly number: number | null;
}

/** What a service made of something sent to it. Reasons in words are for the log, or for whoever links an account. */
export type Verdict =
  | { readonly kind: 'sent' }
  /** Not now: the service or the way to it has trouble. `afterMs` is when the service wants to be asked again. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number | null }
  /** The service itself, in its own words, no longer knows the token: the account must be linked again. */
  | { readonly kind: 'unlinked'; readonly reason: string }
  /** Never: the service does not want this one. */
  | { readonly kind: 'rejected'; readonly refusal: Refusal };

/** How a service is called. */
export interface ServiceName {
  /** Its key in the table of services. */
  readonly id: string;
  /** What the user calls it. */
  readonly label: string;
}

/** What came of linking: the account's name and the secret to keep, or why not. */
export type LinkVerdict =
  | { readonly kind: 'linked'; readonly username: string; readonly secret: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** A scrobbling service. Never throws for trouble of the service: it answers a verdict. */
export interface ScrobblingService extends ServiceName {
  /** Most plays in one call. */
  readonly mostPlays: number;
  /** What an administrator has to set before it can be used; null when it is ready. */
  readonly hint: string | null;
  /** Whether users allow the link on a page of the service, or bring a token of theirs. */
  readonly linkedBy: LinkedService['linked_by'];
  /** Where users allow the link, `{callback}` for the encoded way back; null without such a page, or until it is ready. */
  readonly authorizeUrl: string | null;
  profileUrl(username: string): string | null;
  /** Turns what the user brought back (a token) into an account. */
  link(token: string): Promise<LinkVerdict>;
  nowPlaying(secret: string, play: Play): Promise<Verdict>;
  /** @returns one verdict a play, in order; a whole call that failed repeats its verdict */
  scrobble(secret: string, plays: readonly PlayedAt[]): Promise<Verdict[]>;
}

/** The same verdict for every play of a call. */
export const forAll = (plays: readonly PlayedAt[], verdict: Verdict): Verdict[] => plays.map(() => verdict);

/** Not sent at all, because one before it has to be tried again first. */
const notYet: Verdict = { kind: 'retry', reason: 'Another play has to be sent first.' };

/**
 * Sends plays together, and in halves where the whole was refused, until those that spoil it are alone: one play that
 * is not wanted costs no other. In order: after a part that has to be tried again nothing more is sent.
 * @param send answers a verdict on the whole, or one on each play
 */
export const sendInParts = async (
  plays: readonly PlayedAt[],
  send: (plays: readonly PlayedAt[]) => Promise<Verdict | Verdict[]>,
): Promise<Verdict[]> => {
  const answer = await send(plays);
  if (Array.isArray(answer)) return answer;
  if (plays.length === 1 || answer.kind !== 'rejected') return forAll(plays, answer);
  const middle = Math.ceil(plays.length / 2);
  const first = await sendInParts(plays.slice(0, middle), send);
  const rest = plays.slice(middle);
  const stop = first.find((verdict) => verdict.kind === 'retry' || verdict.kind === 'unlinked');
  return [...first, ...(stop === undefined ? await sendInParts(rest, send) : forAll(rest, notYet))];
};

/** The object that a text of JSON holds; null for anything else, such as the page of a hotel's network. */
export const parseObject = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
