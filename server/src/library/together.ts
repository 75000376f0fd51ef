import type Database from 'better-sqlite3';

/** Runs work that reads with many small statements. */
export type Together = <Result>(work: () => Result) => Result;

/**
 * Makes reads share one transaction. Alone, each statement locks and unlocks the write-ahead log, which
 * takes longer than looking a row up; together they also see one state of the database. The work is
 * synchronous.
 */
export const createTogether = (raw: Database.Database): Together => {
  const inTransaction = raw.transaction((work: () => unknown) => work());
  return <Result>(work: () => Result): Result =>
    raw.inTransaction ? work() : (inTransaction(work) as Result);
};
