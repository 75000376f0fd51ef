import type { StateAccess } from '../../state/state-access.ts';
import { findToken, type TokenRow } from './sessions-store.ts';
import { tokenHash } from './tokens.ts';

/** Tokens remembered at most: far more than are in use at a time. */
const mostRemembered = 1000;

/**
 * The look-up of every call, with the rights as they are now. What was found is remembered until tokens or users
 * are written: a read of its own costs as much as everything else about a small call.
 */
export const createLiveTokens = (
  state: Pick<StateAccess, 'query' | 'onChange'>,
): ((token: string) => Promise<TokenRow | undefined>) => {
  let remembered = new Map<string, TokenRow>();
  state.onChange(['sessions', 'users'], () => {
    remembered = new Map();
  });
  return async (token) => {
    const current = remembered;
    const known = current.get(token);
    if (known !== undefined) return known;
    const row = await findToken(state.query, tokenHash(token));
    // What was written meanwhile made another map; what was read before is not put into that one.
    if (row === undefined) return row;
    if (current.size >= mostRemembered) current.clear();
    current.set(token, row);
    return row;
  };
};
