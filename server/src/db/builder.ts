import type Database from 'better-sqlite3';
import { type Dialect, type SqliteDatabase, SqliteDialect } from 'kysely';
import { rememberNewest } from '../platform/remembered.ts';

/** How many compiled statements a connection keeps. */
const statementCacheSize = 300;

/**
 * What Kysely's words for transactions become here. They begin as writers, so that none fails half way for
 * lack of the write lock. One that met a full disk SQLite has taken back itself: to do it again would fail
 * and hide why.
 */
const statementText = (sql: string, raw: Database.Database): string => {
  if (sql === 'begin') return 'begin immediate';
  return sql === 'rollback' && !raw.inTransaction ? 'SELECT 1 WHERE 0' : sql;
};

/** Gives Kysely a `prepare` that keeps compiled statements. */
const withStatementCache = (raw: Database.Database): SqliteDatabase => {
  const statements = new Map<string, Database.Statement>();
  return {
    close: () => raw.close(),
    prepare: (sql) => {
      const text = statementText(sql, raw);
      const known = statements.get(text);
      if (known !== undefined) return known as ReturnType<SqliteDatabase['prepare']>;
      const statement = raw.prepare(text);
      rememberNewest(statements, { key: text, value: statement, most: statementCacheSize });
      return statement as ReturnType<SqliteDatabase['prepare']>;
    },
  };
};

/** What the query builder speaks with a connection. */
export const sqliteDialect = (raw: Database.Database): Dialect =>
  new SqliteDialect({ database: withStatementCache(raw) });
