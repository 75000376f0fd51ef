import { retryDelayMs } from '../../lib/retry-delays.ts';
import type { FaultReason, PlaybackFault } from './player-state.ts';

/**
 * What stands between a track that failed and its sound. `looks` counts how often the server was asked in
 * vain, `reloads` how often the track was loaded again without getting anywhere. `fault` is null for a track
 * that was chosen while the server was away, and never tried.
 */
export type Wait =
  | { readonly kind: 'none'; readonly reloads: number }
  | {
      readonly kind: 'asking' | 'waiting';
      readonly fault: PlaybackFault | null;
      readonly looks: number;
      readonly reloads: number;
    };

/** What came of asking for a song; the status is null when nothing came. */
export interface AskedSong {
  readonly status: number | null;
  /** The server wants to be asked again then, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** What happens to a track that is wanted. */
export type WaitEvent =
  | { readonly type: 'failed'; readonly fault: PlaybackFault }
  /** The server was asked for a byte of it; null when nothing came, or nothing but trouble from everywhere. */
  | ({ readonly type: 'answered' } & AskedSong)
  /** The time to look again has come, or somebody came back to the page. */
  | { readonly type: 'look' }
  /** Another track is wanted, or the same once more. */
  | { readonly type: 'chosen' }
  /** It plays on, or nobody wants it now. */
  | { readonly type: 'settled' };

/** What is to be done about it. */
export type WaitOrder =
  | { readonly type: 'nothing' | 'ask' | 'load' }
  | { readonly type: 'sleep'; readonly delayMs: number }
  | { readonly type: 'skip'; readonly reason: FaultReason };

/** Nothing is wrong. */
export const noWait: Wait = { kind: 'none', reloads: 0 };

/** Answers that are not about the file: too many questions, a token of yesterday, trouble of the server. */
const passing: readonly number[] = [401, 403, 408, 425, 429];
/** The server has its hands full, as with the conversions of others: that passes, however long it takes. */
const busyStatus = 429;
const goneStatuses: readonly number[] = [404, 410];
/** A server that is there, and answers a track with trouble so often, will not get over it. */
const mostTroubledLooks = 4;
/** A track that breaks off is loaded again so often; one that "is not suitable" once: browsers say so of a lost line too. */
const mostReloads: Readonly<Record<PlaybackFault, number>> = { network: 3, unsuitable: 1, decode: 0 };

/** Whether the track waits for the server, and is not merely looked into. */
export const isWaiting = (wait: Wait): boolean =>
  wait.kind === 'waiting' || (wait.kind === 'asking' && wait.looks > 0);

/** The rule of the whole: a server that is away costs patience and no track, a broken file costs the track. */
export const stepWait = (wait: Wait, event: WaitEvent): { wait: Wait; order: WaitOrder } => {
  switch (event.type) {
    case 'failed':
      return {
        wait: { kind: 'asking', fault: event.fault, looks: 0, reloads: wait.reloads },
        order: { type: 'ask' },
      };
    case 'answered':
      return wait.kind === 'asking' ? afterAnswer(wait, event) : stay(wait);
    case 'look':
      return wait.kind === 'waiting'
        ? { wait: { ...wait, kind: 'asking' }, order: { type: 'ask' } }
        : stay(wait);
    case 'chosen':
      return isWaiting(wait)
        ? { wait: { kind: 'asking', fault: null, looks: 1, reloads: 0 }, order: { type: 'ask' } }
        : { wait: noWait, order: { type: 'load' } };
    case 'settled':
      return { wait: noWait, order: { type: 'nothing' } };
    default:
      return event satisfies never;
  }
};

const stay = (wait: Wait): { wait: Wait; order: WaitOrder } => ({ wait, order: { type: 'nothing' } });

const afterAnswer = (
  asking: Exclude<Wait, { kind: 'none' }>,
  { status, retryAfterMs }: AskedSong,
): { wait: Wait; order: WaitOrder } => {
  const { fault, looks, reloads } = asking;
  const isTroubled = status !== null && (status >= 500 || passing.includes(status));
  if (status === null || status === busyStatus || (isTroubled && looks < mostTroubledLooks)) {
    return {
      wait: { ...asking, kind: 'waiting', looks: looks + 1 },
      order: { type: 'sleep', delayMs: retryAfterMs ?? retryDelayMs(looks) },
    };
  }
  const reason = isTroubled ? 'network' : reasonOf(asking, status);
  return reason === null
    ? {
        wait: { kind: 'none', reloads: looks > 0 || fault === null ? reloads : reloads + 1 },
        order: { type: 'load' },
      }
    : { wait: noWait, order: { type: 'skip', reason } };
};

/** Why a track of a server that answers cannot be played; null when it is worth another try. */
const reasonOf = (
  { fault, looks, reloads }: Exclude<Wait, { kind: 'none' }>,
  status: number,
): FaultReason | null => {
  if (goneStatuses.includes(status)) return 'gone';
  if (status >= 400) return 'unsuitable';
  // What failed while the server was away says nothing about the file.
  if (fault === null || looks > 0) return null;
  return reloads < mostReloads[fault] ? null : fault;
};
