import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openSqlite } from '../../db/sqlite.ts';
import { createApplier } from './apply.ts';
import { quoted, readFeedTables, sequences } from './feed-tables.ts';

/** Every row of every table that travels, made columns too, as text: two libraries are the same when these are. */
export const allRows = (raw: Database.Database): Record<string, string[]> => {
  const rowsOf = (name: string): string[] =>
    raw
      .prepare(`SELECT * FROM ${quoted(name)}`)
      .raw()
      .all()
      .map((row) => JSON.stringify(row))
      .sort();
  const names = [...readFeedTables(raw).map((table) => table.name), sequences];
  return Object.fromEntries(names.map((name) => [name, rowsOf(name)]));
};

/** A part that waits in a library's outbox, with its batch. */
export interface WaitingPart {
  sequence: number;
  previous: string;
  chain: string;
  part: number;
  isLast: boolean;
  bytes: Uint8Array;
}

/** All parts that wait, in order. */
export const waitingParts = (raw: Database.Database): WaitingPart[] =>
  raw
    .prepare<[], Omit<WaitingPart, 'isLast'> & { isLast: 0 | 1 }>(
      `SELECT sequence, previous, chain, part, part = parts - 1 AS isLast, bytes
       FROM feed_outbox JOIN feed_outbox_parts USING (sequence) ORDER BY sequence, part`,
    )
    .all()
    .map((row) => ({ ...row, isLast: row.isLast === 1 }));

/** Opens a follower's library for writing as a process that follows does, and begins to apply. */
export const openFollower = (folder: string) => {
  const database = openSqlite({ path: join(folder, 'library.db'), mustExist: true, durability: 'normal' });
  return { raw: database.raw, applier: createApplier(database.raw), close: database.close };
};
