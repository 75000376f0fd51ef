import type Database from 'better-sqlite3';
import { isInFeed, makeOwnTables } from './feed-position.ts';

/*
 * Whoever follows a feed gets rows as they are in the end; triggers of the library would change them once more. So
 * they are put aside in the file itself while it follows, and put back by whoever opens it to write to it.
 */

const triggersOf = (raw: Database.Database): { name: string; sql: string }[] =>
  raw
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY name",
    )
    .all();

/** Puts the library's triggers aside, where there are any. */
export const putTriggersAside = (raw: Database.Database): void => {
  makeOwnTables(raw);
  if (triggersOf(raw).length === 0) return;
  raw
    .transaction(() => {
      const keep = raw.prepare('INSERT OR REPLACE INTO feed_triggers VALUES (@name, @sql)');
      for (const trigger of triggersOf(raw)) {
        keep.run(trigger);
        raw.exec(`DROP TRIGGER main."${trigger.name}"`);
      }
    })
    .immediate();
};

/** Puts back what was put aside. */
export const putTriggersBack = (raw: Database.Database): void => {
  if (!isInFeed(raw)) return;
  const aside = raw.prepare<[], string>('SELECT sql FROM feed_triggers ORDER BY name').pluck();
  if (aside.get() === undefined) return;
  raw
    .transaction(() => {
      for (const sql of aside.all()) raw.exec(sql);
      raw.exec('DELETE FROM feed_triggers');
    })
    .immediate();
};

/** Runs work that writes to the library without a word to the feed: what it changed is no longer what others have. */
export const leavingFeed = (raw: Database.Database, work: () => void): void => {
  const changes = raw.prepare('SELECT total_changes()').pluck();
  const before = changes.get();
  work();
  if (changes.get() !== before && isInFeed(raw)) raw.exec("UPDATE feed_position SET schema = ''");
};
