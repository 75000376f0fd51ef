import type Database from 'better-sqlite3';

/** Whether the collection ever held a song: their dates outlive it. */
export const hasSeenSongs = (raw: Database.Database): boolean =>
  raw.prepare('SELECT 1 FROM first_seen LIMIT 1').get() !== undefined;
