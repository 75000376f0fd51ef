import type { OpenDatabase } from '../../db/sqlite.ts';
import type { StateDatabase } from '../../state/state-schema.ts';
import { prepareFindToken, type TokenRow } from './sessions-store.ts';
import { tokenHash } from './tokens.ts';

/** Tokens remembered at most: far more than are in use at a time. */
const mostRemembered = 1000;

/** Writes after which a remembered token or its owner may be another. New ones change nothing for the old. */
const changes = ['UPDATE ON sessions', 'DELETE ON sessions', 'UPDATE ON users', 'DELETE ON users'] as const;

/** Tells of every such write of a connection, also of those that follow from another, row by row. */
const onChange = (raw: OpenDatabase<StateDatabase>['raw'], tell: () => void): void => {
  raw.function('tonearm_tokens_changed', () => {
    tell();
    return null;
  });
  changes.forEach((change, index) => {
    raw.exec(`CREATE TEMP TRIGGER IF NOT EXISTS tonearm_tokens_changed_${index}
      AFTER ${change.replace('ON ', 'ON main.')} BEGIN SELECT tonearm_tokens_changed(); END`);
  });
  // A connection that leads elsewhere from then on does all of this again.
  raw.exec('SELECT tonearm_tokens_changed()');
};

/**
 * Prepares the look-up of every call, with the rights as they are now. What was found is remembered until
 * tokens or users are written: a read of its own costs as much as everything else about a small call. Only
 * one for each connection, which must be the only one that writes.
 */
export const prepareFindLiveToken = (
  raw: OpenDatabase<StateDatabase>['raw'],
): ((token: string) => TokenRow | undefined) => {
  const find = prepareFindToken(raw);
  const remembered = new Map<string, TokenRow>();
  onChange(raw, () => remembered.clear());
  return (token) => {
    const known = remembered.get(token);
    if (known !== undefined) return known;
    const row = find(tokenHash(token));
    // What a transaction wrote may still be taken back.
    if (row === undefined || raw.inTransaction) return row;
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(token, row);
    return row;
  };
};
