import type Database from 'better-sqlite3';
import type { PlaceOf } from '../../model/sort-text.ts';
import type { NamesStore } from './names-store.ts';
import { settlePeople } from './settle-people.ts';

/**
 * Songs that are taken in before their artists are brought up to date: who is on many of them is looked at once. Until
 * then artists show what they had before. In a long scan it is half of those that were taken in before, as nearly all
 * artists are looked at once more each time.
 */
const songsBetween = 10_000;
const shareBetween = 0.5;

/** Under this key it is noted that artists are to be brought up to date, for those who come after a kill. */
const noteKey = 'people_to_settle';

/** Brings artists up to date some time after their songs. Call inside a batch. */
export interface LatePeople {
  /** These names are used more or less often, by so many songs that were taken in. */
  note(names: Iterable<number>, songCount: number, placeOf: PlaceOf): void;
  /** Brings all up to date that wait. */
  settle(placeOf: PlaceOf): void;
  /** After a rollback. */
  discard(): void;
}

/** Makes it over the writing connection. */
export const createLatePeople = (raw: Database.Database, names: NamesStore): LatePeople => {
  const find = raw.prepare<[], string>(`SELECT value FROM meta WHERE key = '${noteKey}'`).pluck();
  const put = raw.prepare(`INSERT OR REPLACE INTO meta VALUES ('${noteKey}', '1')`);
  const remove = raw.prepare(`DELETE FROM meta WHERE key = '${noteKey}'`);
  const touched = new Set<number>();
  let songs = 0;
  /** In all scans of this process, which ends soon after the last. */
  let songsSoFar = 0;
  /** Whether the note is there; null where that is not known. */
  let isNoted: boolean | null = null;
  /** Whether all that the note is about is among those touched: not where a process made it that was killed. */
  let knowsAll = false;

  const settle = (placeOf: PlaceOf): void => {
    isNoted ??= find.get() !== undefined;
    if (isNoted && !knowsAll) for (const id of names.ids()) touched.add(id);
    if (touched.size > 0) settlePeople(names, touched, placeOf);
    if (isNoted) remove.run();
    touched.clear();
    songs = 0;
    isNoted = false;
  };

  return {
    note: (ids, songCount, placeOf) => {
      for (const id of ids) touched.add(id);
      songs += songCount;
      songsSoFar += songCount;
      if (songs >= Math.max(songsBetween, (songsSoFar - songs) * shareBetween)) {
        settle(placeOf);
        return;
      }
      isNoted ??= find.get() !== undefined;
      if (isNoted) return;
      put.run();
      isNoted = true;
      knowsAll = true;
    },
    settle,
    discard: () => {
      isNoted = null;
      knowsAll = false;
    },
  };
};
