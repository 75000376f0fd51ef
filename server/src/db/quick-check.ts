import type { Connection } from './connection.ts';

/**
 * Looks through a database, or one table of it with its indexes.
 * @returns what is wrong first, in SQLite's words, or null
 * @throws SqliteError when it is too damaged to be looked through
 */
export const quickCheck = (raw: Connection, table?: string): string | null => {
  const scope = table === undefined ? '(1)' : `('${table}')`;
  const answer = String(raw.pragma(`quick_check${scope}`, { simple: true }));
  return answer === 'ok' ? null : answer.replace(/^\*\*\* in database main \*\*\*\n/, '');
};

/** The same, and whether indexes say what tables do and every row belongs to one that is there: takes longer. */
export const wholeCheck = (raw: Connection): string | null => {
  const answer = String(raw.pragma('integrity_check(1)', { simple: true }));
  if (answer !== 'ok') return answer;
  const orphans = raw.pragma('foreign_key_check') as { table: string }[];
  return orphans[0] === undefined ? null : `a row of ${orphans[0].table} belongs to nothing`;
};
