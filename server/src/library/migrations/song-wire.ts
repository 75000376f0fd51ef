import { type FieldKind, wiredFields } from '@tonearm/contract/song-fields';

/*
 * A song's own part of its JSON, made by the database when its row is written. Lists of songs are read far
 * more often than songs are written, and taking one text out of a row is three times as fast as taking
 * thirteen columns and putting them together.
 */

const backslash = 'char(92)';
const twoBackslashes = `${backslash} || ${backslash}`;
const escapedQuote = `${backslash} || char(34)`;
const between = `'","'`;

/**
 * Several values travel as one string in version 7, joined by `; `. In a JSON array of strings the text
 * between two values is `","`; what looks like it inside a value has an escaped quote, which is put aside.
 * The outermost brackets and quotes are taken off first and the quotes put back at the end. What most rows have, nothing
 * or one value, comes first.
 */
const joined = (column: string): string => {
  const inner = `substr(${column}, 3, length(${column}) - 4)`;
  const aside = `replace(replace(${inner}, ${twoBackslashes}, char(2)), ${escapedQuote}, char(1))`;
  const several = `replace(replace(replace(${aside}, ${between}, '; '), char(1), ${escapedQuote}), char(2), ${twoBackslashes})`;
  return `CASE WHEN ${column} IS NULL THEN 'null'
    WHEN instr(${column}, ${between}) = 0 THEN substr(${column}, 2, length(${column}) - 2)
    ELSE char(34) || ${several} || char(34) END`;
};

const number = (column: string): string => `ifnull(${column}, 'null')`;

/** A value as JSON text, by the kind of its field. */
const jsonOf: Readonly<Record<FieldKind, (column: string) => string>> = {
  text: (column) => `json_quote(${column})`,
  texts: joined,
  genres: joined,
  number,
  year: number,
  date: (column) => `json_quote(${column})`,
  flag: number,
  decimal: number,
  r128: number,
  lyrics: number,
};

/** Fields of a song on the wire, and what they are made of; `path` and `artwork` depend on its folder. */
const members: readonly (readonly [name: string, sql: string])[] = [
  ...wiredFields.map(({ wire, kind, column = '' }) => [wire, jsonOf[kind](column)] as const),
  ['duration', number('(duration_ms + 500) / 1000')],
];

/** Names of the members, in order. */
export const wireMembers: readonly string[] = members.map(([name]) => name);

/** Names of the members that the column `wire` has in a table's SQL. */
export const membersOf = (sql: string): string[] =>
  Array.from(sql.matchAll(/',"(\w+)":'/g), ([, name = '']) => name);

/**
 * The column `wire` of `songs`: `,"title":…,"duration":…`, without the braces around it. One call puts it together: a
 * chain of `||` copies what it has so far for each member.
 */
export const songWireColumn = `wire TEXT NOT NULL GENERATED ALWAYS AS (concat(${members
  .map(([name, value]) => `',"${name}":', ${value}`)
  .join(', ')})) STORED`;
