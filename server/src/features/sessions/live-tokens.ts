import type { Clock } from '../../platform/clock.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { findToken, type TokenRow } from './sessions-store.ts';
import { tokenHash } from './tokens.ts';

/** Tokens remembered at most: far more than are in use at a time. */
const mostRemembered = 1000;

/** What is believed until somebody tells of a change. */
const forEver = Number.POSITIVE_INFINITY;

interface Known {
  readonly row: TokenRow;
  /** By the monotonic clock: until when it is believed. */
  readonly untilMs: number;
}

/**
 * The look-up of every call, with the rights as they are now. What was found is remembered until tokens or users
 * are written, and no longer than the database allows: a read of its own costs as much as everything else about a small call.
 */
export const createLiveTokens = (deps: {
  state: Pick<StateAccess, 'query' | 'onChange' | 'believedMs'>;
  clock: Pick<Clock, 'monotonicMs'>;
}): ((token: string) => Promise<TokenRow | undefined>) => {
  const { state, clock } = deps;
  const { believedMs } = state;
  let remembered = new Map<string, Known>();
  state.onChange(['sessions', 'users'], () => {
    remembered = new Map();
  });
  return async (token) => {
    const current = remembered;
    const known = current.get(token);
    if (known !== undefined && (known.untilMs === forEver || clock.monotonicMs() < known.untilMs)) {
      return known.row;
    }
    const untilMs = believedMs === forEver ? forEver : clock.monotonicMs() + believedMs;
    const row = await findToken(state.query, tokenHash(token));
    // What was written meanwhile made another map; what was read before is not put into that one.
    if (row === undefined) return row;
    if (current.size >= mostRemembered) current.clear();
    current.set(token, { row, untilMs });
    return row;
  };
};
