import type Database from 'better-sqlite3';

/** A connection to `library.db`. Whoever is not of the library hands it on and asks it nothing. */
export type LibraryConnection = Database.Database;
