import type { CorrectionRule } from '@tonearm/contract';
import { columnFields } from '@tonearm/contract/song-fields';
import type Database from 'better-sqlite3';
import { aliasesOf } from '../model/corrections.ts';
import { foldedName } from '../model/folded-name.ts';
import { hiddenSinceMs, type StoredTags } from './songs-store.ts';

/** A stored song as corrections see it. */
interface CorrectableSong {
  readonly directoryId: number;
  readonly publicId: Uint8Array | null;
  readonly tags: StoredTags;
  /** What its file says, where that differs. */
  readonly asRead: StoredTags | null;
  readonly isMissing: boolean;
  readonly isHidden: boolean;
}

type CorrectableRow = StoredTags & {
  readonly directoryId: number;
  readonly publicId: Uint8Array | null;
  readonly asRead: string | null;
  readonly missing: number | null;
};

/** Finds the songs that corrections are about, and writes what they become. */
export interface CorrectionsStore {
  song(id: number): CorrectableSong | null;
  setTags(id: number, tags: StoredTags, asRead: StoredTags | null): void;
  /** A song that is there is shown nowhere. */
  hide(id: number): void;
  /** Songs that a rule is about, or was: also those of what it leads to, and all that are still to be taken in. */
  songsOf(rule: CorrectionRule): number[];
  /** Songs with one of some ids, in hexadecimal. */
  withIds(ids: readonly string[]): number[];
  /** Songs that are not as their files say, or hidden. */
  corrected(): number[];
  waiting(): number[];
}

const statements = (raw: Database.Database) => ({
  ofNames: raw
    .prepare<[{ folded: string; mbIds: string }], number>(
      `WITH names AS MATERIALIZED (SELECT id FROM artist_names WHERE folded IN (SELECT value FROM json_each(@folded))
         UNION SELECT id FROM artist_names WHERE mb_id <> '' AND mb_id IN (SELECT value FROM json_each(@mbIds)))
       SELECT song_id FROM names CROSS JOIN song_artists ON name_id = names.id
       UNION SELECT songs.id FROM names CROSS JOIN album_credits AS c ON c.name_id = names.id
         CROSS JOIN songs ON songs.album_id = c.album_id`,
    )
    .pluck(),
  ofGenres: raw
    .prepare<[string], number>(
      `SELECT DISTINCT song_id FROM genres CROSS JOIN song_genres ON genre_id = genres.id
       WHERE folded IN (SELECT value FROM json_each(?))`,
    )
    .pluck(),
  ofAlbums: raw
    .prepare<[string], number>(
      `SELECT songs.id FROM albums CROSS JOIN songs ON album_id = albums.id
       WHERE identity IN (SELECT unhex(value) FROM json_each(?))`,
    )
    .pluck(),
  withIds: raw
    .prepare<[string], number>(
      'SELECT id FROM songs WHERE public_id IN (SELECT unhex(value) FROM json_each(?))',
    )
    .pluck(),
  corrected: raw.prepare<[], number>('SELECT id FROM songs WHERE as_read IS NOT NULL').pluck(),
  hidden: raw
    .prepare<[], number>('SELECT id FROM songs WHERE missing_since_ms IS NOT NULL AND missing_since_ms = 0')
    .pluck(),
  waiting: raw.prepare<[], number>('SELECT song_id FROM songs_to_settle').pluck(),
});

const changedColumns = [...columnFields.map(({ column }) => column), 'more', 'as_read'];

const songStatements = (raw: Database.Database) => ({
  song: raw.prepare<[number], CorrectableRow>(
    `SELECT directory_id AS directoryId, public_id AS publicId, as_read AS asRead, missing_since_ms AS missing,
       more${columnFields.map((field) => `, ${field.column} AS ${field.name}`).join('')} FROM songs WHERE id = ?`,
  ),
  setTags: raw.prepare(
    `UPDATE songs SET (${changedColumns.join(', ')}) = (${changedColumns.map(() => '?').join(', ')}) WHERE id = ?`,
  ),
  hide: raw.prepare(
    `UPDATE songs SET missing_since_ms = ${hiddenSinceMs} WHERE id = ? AND missing_since_ms IS NULL`,
  ),
});

const songFromRow = ({
  directoryId,
  publicId,
  asRead,
  missing,
  ...tags
}: CorrectableRow): CorrectableSong => ({
  directoryId,
  publicId,
  tags,
  asRead: asRead === null ? null : (JSON.parse(asRead) as StoredTags),
  isMissing: missing !== null && missing !== hiddenSinceMs,
  isHidden: missing === hiddenSinceMs,
});

/** Makes the store over the writing connection. */
export const createCorrectionsStore = (raw: Database.Database): CorrectionsStore => {
  const run = statements(raw);
  const write = songStatements(raw);
  const withIds = (ids: readonly string[]): number[] =>
    ids.length === 0 ? [] : run.withIds.all(JSON.stringify(ids));

  const ofNames = (rule: Extract<CorrectionRule, { kind: 'names' }>): number[] => {
    const keys = rule.keys.map((key) => ({
      kind: key.slice(0, key.indexOf(':')),
      text: key.slice(key.indexOf(':') + 1),
    }));
    const folded = [
      ...keys.filter(({ kind }) => kind !== 'mb').map(({ text }) => text),
      ...rule.names.map(({ name }) => foldedName(name)),
      ...[...aliasesOf([rule])].flat(),
    ];
    const mbIds = keys.filter(({ kind }) => kind === 'mb').map(({ text }) => text);
    return run.ofNames.all({ folded: JSON.stringify(folded), mbIds: JSON.stringify(mbIds) });
  };

  return {
    song: (id) => {
      const row = write.song.get(id);
      return row === undefined ? null : songFromRow(row);
    },
    setTags: (id, tags, asRead) => {
      const values = columnFields.map((field) => tags[field.name]);
      write.setTags.run(...values, tags.more, asRead === null ? null : JSON.stringify(asRead), id);
    },
    hide: (id) => void write.hide.run(id),
    withIds,
    corrected: () => [...run.corrected.all(), ...run.hidden.all()],
    waiting: () => run.waiting.all(),
    songsOf: (rule) => {
      switch (rule.kind) {
        case 'names':
          return ofNames(rule);
        case 'genres':
          return run.ofGenres.all(JSON.stringify([...rule.folded, ...rule.names.map(foldedName)]));
        case 'songs': {
          const identities = rule.albums.map(({ identity }) => identity);
          const albums = rule.change.at === undefined ? identities : [...identities, rule.change.at.identity];
          return [...run.ofAlbums.all(JSON.stringify(albums)), ...withIds(rule.songs)];
        }
        case 'hidden':
          return withIds(rule.songs);
      }
    },
  };
};
