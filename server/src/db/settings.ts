import type { Connection } from './connection.ts';

/*
 * Settings and upkeep of a connection, by what they mean.
 */

/** Every write is refused from now on, as where nothing can be written. */
export const refuseWrites = (raw: Connection): void => void raw.pragma('query_only = ON');

/** A lock of somebody else is told at once: waiting for it within SQLite would hold up the whole thread. */
export const failWhereLocked = (raw: Connection): void => void raw.pragma('busy_timeout = 0');

/** Whether commits wait for the disk from now on, or are durable with the next one that does. */
export const setDurable = (raw: Connection, isDurable: boolean): void =>
  void raw.pragma(`synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);

/**
 * Makes what asks for a number that changes whenever another connection has written. Prepared once: it is asked in every
 * answer of some calls.
 */
export const dataVersionOf = (raw: Connection): (() => number) => {
  const version = raw.prepare('PRAGMA data_version').pluck();
  return () => version.get() as number;
};

/** Lets SQLite look again at how its indexes are filled, where that may have changed. */
export const optimize = (raw: Connection): void => void raw.pragma('optimize');

/** Carries the whole log over into the database and empties it. */
export const carryLogOver = (raw: Connection): void => void raw.pragma('wal_checkpoint(TRUNCATE)');
