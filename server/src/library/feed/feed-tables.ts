import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';

/** A table of `library.db` whose rows travel. */
export interface FeedTable {
  readonly name: string;
  /** What is stored of a row, in the table's order: columns that are made of others are made again where it arrives. */
  readonly columns: readonly string[];
  /** The primary key, in its order. */
  readonly key: readonly string[];
}

/** Names of what the feed keeps in `library.db` for itself, which does not travel. */
const ownName = 'feed_*';

const names = (raw: Database.Database): string[] =>
  raw
    .prepare<[string], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB ?
       ORDER BY name`,
    )
    .pluck()
    .all(ownName);

/** What SQLite says of a stored column; those that are made of others are marked as hidden. */
interface ColumnInfo {
  readonly name: string;
  readonly pk: number;
}

const tableOf = (raw: Database.Database, name: string): FeedTable => {
  const infos = raw
    .prepare<[string], ColumnInfo>('SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid')
    .all(name);
  const key = infos
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map((info) => info.name);
  if (key.length === 0)
    throw new Error(`The table ${name} has no primary key: its rows cannot be told apart.`);
  return { name, columns: infos.map((info) => info.name), key };
};

/** All tables whose rows travel, by name. */
export const readFeedTables = (raw: Database.Database): FeedTable[] =>
  names(raw).map((name) => tableOf(raw, name));

/** Digest of the schema, triggers left out: rows of one fit only into another with the same. 32 hexadecimal digits. */
export const schemaDigest = (raw: Database.Database): string => {
  const parts = raw
    .prepare<[string, string], string>(
      `SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL
         AND name NOT GLOB 'sqlite_*' AND tbl_name NOT GLOB ? AND name NOT GLOB ? ORDER BY type, name`,
    )
    .pluck()
    .all(ownName, ownName);
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
};

/** Numbers that were given and are not given again: a table of SQLite's own, which no trigger watches. */
export const sequences = 'sqlite_sequence';

/** A name as SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
