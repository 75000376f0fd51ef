import { columnFields, columnTypes } from '@tonearm/contract/song-fields';
import type Database from 'better-sqlite3';
import { changeSchema } from '../../db/migrate.ts';
import { membersOf, songWireColumn, wireMembers } from './song-wire.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  readonly dflt_value: string | null;
  readonly pk: 0 | 1;
}

const definition = ({ name, type, notnull, dflt_value, pk }: Column): string =>
  [
    name,
    type,
    pk === 1 && 'PRIMARY KEY',
    notnull === 1 && 'NOT NULL',
    dflt_value !== null && `DEFAULT ${dflt_value}`,
  ]
    .filter((part) => part !== false)
    .join(' ');

/** The columns of `songs`, without the one that is made of others. */
const columnsOf = (raw: Database.Database): Column[] =>
  raw.prepare<[], Column>("SELECT * FROM pragma_table_info('songs')").all();

const missingFields = (columns: readonly Column[]) =>
  columnFields.filter(({ column }) => !columns.some(({ name }) => name === column));

const rebuild = (raw: Database.Database): void => {
  const columns = columnsOf(raw);
  const names = columns.map(({ name }) => name).join(', ');
  const added = missingFields(columns).map(({ column, kind }) => `${column} ${columnTypes[kind]}`);
  const rest = raw
    .prepare<[], string>(
      "SELECT sql FROM sqlite_schema WHERE tbl_name = 'songs' AND type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .pluck()
    .all();
  const all = [...columns.map(definition), ...added, songWireColumn, 'UNIQUE (directory_id, name)'];
  raw.exec(`
    CREATE TABLE songs_fitted (${all.join(', ')}) STRICT;
    INSERT INTO songs_fitted (${names}) SELECT ${names} FROM songs ORDER BY id;
    DROP TABLE songs;
    ALTER TABLE songs_fitted RENAME TO songs;
    ${rest.join(';')}`);
};

/**
 * Brings the table `songs` to the fields that songs have now: columns that are missing are added, empty until
 * the files are read once more, and `wire` is made of those that travel. SQLite adds no stored column to a table, so
 * where `wire` differs it is written anew, all of it or nothing. Columns of fields that are no more stay.
 */
export const fitSongColumns = (raw: Database.Database): void => {
  const sql =
    raw.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'songs'").pluck().get() ?? '';
  const missing = missingFields(columnsOf(raw));
  if (membersOf(sql).join() !== wireMembers.join()) changeSchema(raw, () => rebuild(raw));
  else if (missing.length > 0)
    changeSchema(raw, () => {
      for (const { column, kind } of missing)
        raw.exec(`ALTER TABLE songs ADD COLUMN ${column} ${columnTypes[kind]}`);
    });
};
