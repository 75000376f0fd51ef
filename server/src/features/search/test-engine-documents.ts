import type { SearchDocument } from '@tonearm/testkit';
import type Database from 'better-sqlite3';
import { createHitsStore } from '../../library/read/hits-store.ts';
import type { JsonRun } from '../../library/read/library-reading.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { foldText } from '../../platform/text/fold.ts';

/*
 * What an engine of another make is given of a library, and how what it found is shown: by its ids, from the library.
 */

const lines = (...texts: readonly string[]): string => texts.map(foldText).join('\n');

interface SongRow {
  readonly id: number;
  readonly name: string;
  readonly folder: string;
  readonly title: string | null;
  readonly album: string | null;
  readonly artists: string;
  readonly albumArtists: string;
}

const songsOf = (raw: Database.Database): SearchDocument[] =>
  raw
    .prepare<[], SongRow>(
      `SELECT s.id, s.name, d.virtual_path AS folder, s.title, s.album, ifnull(s.artists, '[]') AS artists,
         ifnull(s.album_artists, '[]') AS albumArtists
       FROM songs AS s JOIN directories AS d ON d.id = s.directory_id
       WHERE s.missing_since_ms IS NULL ORDER BY d.walk_key, s.sort_key`,
    )
    .all()
    .map(({ id, name, folder, title, album, artists, albumArtists }, place) => {
      const people = [...(JSON.parse(artists) as string[]), ...(JSON.parse(albumArtists) as string[])];
      const tags = [title ?? '', ...people, album ?? ''];
      return {
        ...{
          kind: 'song' as const,
          id,
          place,
          title: foldText(title ?? name),
          name: lines(title ?? '', name),
        },
        ...{ own: lines(name, ...tags), above: foldText(folder), whole: lines(`${folder}/${name}`, ...tags) },
      };
    });

const foldersOf = (raw: Database.Database): SearchDocument[] =>
  raw
    .prepare<[], { id: number; path: string }>(
      `SELECT id, virtual_path AS path FROM directories WHERE missing_since_ms IS NULL ORDER BY walk_key`,
    )
    .all()
    .map(({ id, path }, place) => {
      const { folder, name } = splitLast(path);
      const own = foldText(name);
      return {
        ...{ kind: 'directory' as const, id, place, title: own, name: own, own },
        ...{ above: foldText(folder), whole: foldText(path) },
      };
    });

/** All that can be found in a library. */
export const documentsOf = (raw: Database.Database): SearchDocument[] => [...foldersOf(raw), ...songsOf(raw)];

/** What was found as the calls show it; what has gone from the library since is left out. */
export async function* itemsOf(
  raw: Database.Database,
  found: readonly { readonly kind: string; readonly id: number }[],
): AsyncGenerator<JsonRun> {
  const store = createHitsStore(raw);
  const idsOf = (kind: SearchDocument['kind']): number[] =>
    found.filter((each) => each.kind === kind).map(({ id }) => id);
  yield store.directoryItems(idsOf('directory'));
  yield store.songItems(idsOf('song'));
}
