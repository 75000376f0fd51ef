import { columnFields } from '@tonearm/contract/song-fields';
import type Database from 'better-sqlite3';
import { expect } from 'vitest';
import { createSearchReading } from '../../../library/read/search-reading.ts';
import { textsIn } from '../../collection/test-library.ts';
import { createSearch } from '../../search/search.ts';

/** A song's row, there or missing. */
export interface StormRow {
  readonly id: number;
  readonly sourceId: number;
  readonly path: string;
  /** Below the source, which may be renamed. */
  readonly inner: string;
  readonly isMissing: number;
  readonly sound: string | null;
  readonly content: string | null;
  readonly addedAt: number;
  readonly title: string | null;
}

/** Whether two rows are of one recording. */
export const isSame = (a: StormRow, b: StormRow): boolean =>
  (a.sound !== '' && a.sound === b.sound) || (a.content !== '' && a.content === b.content);

/**
 * Whether a recording has got the date of where it came from. A scan that was stopped found it in place of another, with
 * the date of that place, and did not come to follow it.
 * @param known what was there before, when it was last settled, and the last song of that time
 */
export const isRecognised = (
  row: StormRow,
  now: StormRow,
  known: {
    readonly before: readonly StormRow[];
    readonly settledRows: readonly StormRow[];
    readonly settledId: number;
  },
): boolean =>
  row.id > known.settledId &&
  [...known.before, ...known.settledRows].some(
    ({ id, sound, addedAt }) => id !== row.id && sound === row.sound && addedAt === now.addedAt,
  );

/** All songs of a library, missing ones too. */
export const rowsOf = (library: Database.Database): StormRow[] =>
  library
    .prepare(
      `SELECT songs.id, source_id AS sourceId, virtual_path || '/' || songs.name AS path,
         substr(virtual_path || '/' || songs.name, length(library_sources.name) + 2) AS inner,
         songs.missing_since_ms IS NOT NULL AS isMissing, hex(sound_key) AS sound, hex(content_key) AS content,
         songs.added_at AS addedAt, title
       FROM songs JOIN directories ON directories.id = directory_id
       JOIN library_sources ON library_sources.id = source_id`,
    )
    .all() as StormRow[];

const songColumns = `virtual_path || '/' || songs.name AS path, hex(songs.real_name) AS realName,
  hex(songs.sort_key) AS sortKey, hex(songs.walk_key) AS walkKey, size_bytes, mtime_us,
  ${columnFields.map(({ column }) => `songs.${column}`).join(', ')}, duration_ms, has_picture, songs.added_at, hex(content_key) AS content, hex(sound_key) AS sound, wire`;

const directoryColumns = `virtual_path AS path, directories.name, hex(real_name) AS realName, hex(sort_key) AS sortKey,
  hex(walk_key) AS walkKey, song_count, total_song_count, is_album, album, artist, year, picture_path, artwork_path,
  newest_song_at, entries_key`;

/** What people see of some sources: everything a library made anew would hold too. */
export const seenOf = (library: Database.Database, sources: readonly string[]) => {
  const list = JSON.stringify(sources);
  const all = (sql: string) => library.prepare(sql).all(list) as Record<string, unknown>[];
  const inSources =
    'source_id IN (SELECT id FROM library_sources WHERE name IN (SELECT value FROM json_each(?)))';
  return {
    songs: all(
      `SELECT ${songColumns} FROM songs JOIN directories ON directories.id = directory_id
       WHERE songs.missing_since_ms IS NULL AND ${inSources} ORDER BY 1`,
    ),
    directories: all(
      `SELECT ${directoryColumns} FROM directories WHERE missing_since_ms IS NULL AND ${inSources} ORDER BY 1`,
    ),
    pictures: all(
      `SELECT virtual_path || '/' || pictures.name AS path, hex(pictures.real_name) AS realName, size_bytes, mtime_us
       FROM pictures JOIN directories ON directories.id = directory_id WHERE ${inSources} ORDER BY 1`,
    ),
    problems: all(
      `SELECT virtual_path || '/' || problems.name AS path, reason FROM problems
       JOIN directories ON directories.id = directory_id WHERE ${inSources} ORDER BY 1`,
    ),
  };
};

const queries = [
  ...['song', 'flac', '1', 'a', 'one', 'two', 'retagged', 'artist 1', 'cd1', '\u00e9', 'xxx', 'long', '%20'],
  ...['song 3', 's', 'renamed', 'b/', '-x', '\ufffd', 'one a', 'rare', '2.flac'],
];

/** What searches answer, in order, of some sources. */
export const answersOf = async (
  library: Database.Database,
  sources: readonly string[],
): Promise<Record<string, string[]>> => {
  const search = createSearch({ reading: createSearchReading(library) });
  const answers: Record<string, string[]> = {};
  for (const query of queries) {
    const { runs, total } = await search.find(query, { offset: 0, limit: Number.POSITIVE_INFINITY });
    const items = await textsIn(runs);
    expect(total, `the total of ${query}`).toBe(items.length);
    answers[query] = items
      .map((item) => Object.entries(JSON.parse(item) as Record<string, { path: string }>)[0])
      .map((entry) => `${entry?.[0]} ${entry?.[1].path}`)
      .filter((item) => sources.some((name) => item.endsWith(` ${name}`) || item.includes(` ${name}/`)));
  }
  return answers;
};

/** Rules every library keeps by itself, whatever lies in its folders. */
export const checkWithin = (library: Database.Database): void => {
  const none = (sql: string): void => expect(library.prepare(sql).all(), sql).toEqual([]);
  none(`SELECT virtual_path, song_count FROM directories AS d WHERE song_count <>
    (SELECT count(*) FROM songs WHERE directory_id = d.id AND missing_since_ms IS NULL)`);
  none(`SELECT virtual_path, total_song_count FROM directories AS d WHERE total_song_count <>
    (SELECT count(*) FROM songs JOIN directories AS b ON b.id = directory_id
     WHERE songs.missing_since_ms IS NULL AND (b.id = d.id OR substr(b.virtual_path, 1, length(d.virtual_path) + 1) = d.virtual_path || '/'))`);
  none('SELECT name FROM songs WHERE directory_id NOT IN (SELECT id FROM directories)');
  none(
    `SELECT virtual_path FROM directories WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM directories)`,
  );
  none(`SELECT c.virtual_path FROM directories AS c JOIN directories AS p ON p.id = c.parent_id
    WHERE c.missing_since_ms IS NULL AND p.missing_since_ms IS NOT NULL`);
  none(`SELECT d.virtual_path, s.name FROM songs AS s JOIN directories AS d ON d.id = directory_id
    WHERE s.missing_since_ms IS NULL AND d.missing_since_ms IS NOT NULL`);
  none('SELECT id FROM search_songs WHERE id NOT IN (SELECT id FROM songs WHERE missing_since_ms IS NULL)');
  none('SELECT id FROM songs WHERE missing_since_ms IS NULL AND id NOT IN (SELECT id FROM search_songs)');
  none(
    'SELECT id FROM search_directories WHERE id NOT IN (SELECT id FROM directories WHERE missing_since_ms IS NULL)',
  );
  none(
    'SELECT id FROM directories WHERE missing_since_ms IS NULL AND id NOT IN (SELECT id FROM search_directories)',
  );
  none(`SELECT name FROM songs WHERE came_while_away = 1 AND directory_id IN (SELECT id FROM directories
    WHERE source_id IN (SELECT id FROM library_sources WHERE state = 'available'))`);
  none('SELECT name FROM pictures WHERE directory_id NOT IN (SELECT id FROM directories)');
  none('SELECT name FROM problems WHERE directory_id NOT IN (SELECT id FROM directories)');
};
