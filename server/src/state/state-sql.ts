import { type RawBuilder, type SqlBool, sql } from 'kysely';

/*
 * What the builder has no words for, by what it means: another kind of database says it otherwise.
 */

/** Whether a column holds one of many texts: one parameter, however many they are. */
export const isOneOf = (column: string, texts: Iterable<string>): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify([...texts])}))`;

/** The same of bytes. */
export const isOneOfBytes = (column: string, values: Iterable<Uint8Array>): RawBuilder<SqlBool> => {
  const texts = Array.from(values, (bytes) => Buffer.from(bytes).toString('hex'));
  return sql`${sql.ref(column)} IN (SELECT unhex(value) FROM json_each(${JSON.stringify(texts)}))`;
};

/** Whether a text holds a part, to the letter. */
export const contains = (column: string, part: string): RawBuilder<SqlBool> =>
  sql`instr(${sql.ref(column)}, ${part}) > 0`;

/** Bytes of UTF-8 as the text that they are, without making one of them on the way. */
export const textOfBytes = (bytes: Uint8Array): RawBuilder<string> => sql`CAST(${bytes} AS TEXT)`;

/** How many bytes texts have together; 0 where there are none. */
export const totalBytes = (column: string): RawBuilder<number> =>
  sql`coalesce(sum(octet_length(${sql.ref(column)})), 0)`;

/** Whether a write failed because a row that it points to is gone. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
