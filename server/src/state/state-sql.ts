import { type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely';
import { saidTwice } from '../db/two-dialects.ts';

/*
 * What the builder has no words for, by what it means, in the words of both kinds of database.
 */

/** A value of a statement. */
type Said<Value> = ExpressionWrapper<never, never, Value>;

/** Whether a column holds one of many texts: one parameter, however many they are. */
export const isOneOf = (column: string, texts: Iterable<string>): Said<SqlBool> => {
  const all = [...texts];
  return saidTwice<SqlBool>({
    sqlite: sql`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(all)}))`,
    postgres: sql`${sql.ref(column)} = ANY(${all}::text[])`,
  });
};

/** The same of bytes. */
export const isOneOfBytes = (column: string, values: Iterable<Uint8Array>): Said<SqlBool> =>
  isOneOfHex(
    column,
    Array.from(values, (bytes) => Buffer.from(bytes).toString('hex')),
  );

/** The same of bytes that are written in hex. */
export const isOneOfHex = (column: string, texts: readonly string[]): Said<SqlBool> =>
  saidTwice<SqlBool>({
    sqlite: sql`${sql.ref(column)} IN (SELECT unhex(value) FROM json_each(${JSON.stringify(texts)}))`,
    postgres: sql`${sql.ref(column)} IN (SELECT decode(value, 'hex') FROM unnest(${texts}::text[]) AS value)`,
  });

/** Whether a text holds a part, to the letter. */
export const contains = (column: string, part: string): Said<SqlBool> =>
  saidTwice<SqlBool>({
    sqlite: sql`instr(${sql.ref(column)}, ${part}) > 0`,
    postgres: sql`strpos(${sql.ref(column)}, ${part}) > 0`,
  });

/** Bytes of UTF-8 as the text that they are, without making one of them on the way. */
export const textOfBytes = (bytes: Uint8Array): Said<string> =>
  saidTwice<string>({
    sqlite: sql`CAST(${bytes} AS TEXT)`,
    postgres: sql`convert_from(${bytes}, 'UTF8')`,
  });

/** How many bytes texts have together; 0 where there are none. */
export const totalBytes = (column: string): RawBuilder<number> =>
  sql`coalesce(sum(octet_length(${sql.ref(column)})), 0)`;

/** The greater of two columns of numbers. */
export const greaterOf = (one: string, other: string): Said<number> =>
  saidTwice<number>({
    sqlite: sql`max(${sql.ref(one)}, ${sql.ref(other)})`,
    postgres: sql`greatest(${sql.ref(one)}, ${sql.ref(other)})`,
  });

/** Whether two names of accounts are the same but for the case of their letters from A to Z. */
export const isSameName = (one: string, other: string): RawBuilder<SqlBool> =>
  sql`lower(${sql.ref(one)}) = lower(${sql.ref(other)})`;

/** Whether a write failed because a row that it points to is gone. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  // The second is PostgreSQL's.
  (error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || error.code === '23503');
