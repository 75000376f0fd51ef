import type Database from 'better-sqlite3';

/**
 * A connection to a database file. Whoever keeps a file hands it on to functions of this folder and asks it nothing:
 * the linter refuses statements and settings elsewhere.
 */
export type Connection = Database.Database;
