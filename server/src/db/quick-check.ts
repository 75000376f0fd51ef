import type Database from 'better-sqlite3';

/**
 * Looks through a database, or one table of it with its indexes.
 * @returns what is wrong first, in SQLite's words, or null
 * @throws SqliteError when it is too damaged to be looked through
 */
export const quickCheck = (raw: Database.Database, table?: string): string | null => {
  const scope = table === undefined ? '(1)' : `('${table}')`;
  const answer = String(raw.pragma(`quick_check${scope}`, { simple: true }));
  return answer === 'ok' ? null : answer.replace(/^\*\*\* in database main \*\*\*\n/, '');
};
