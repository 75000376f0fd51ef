import type Database from 'better-sqlite3';
import { type ModelRow, modelColumns } from '../../model/song-facts.ts';
import { createRowsAtOnce } from './rows-at-once.ts';

/** Who did what on a song, as it is stored. */
export interface StoredCredit {
  readonly role: number;
  readonly nameId: number;
  readonly instrument: string | null;
}

/** A genre of a song, as it is stored. */
export interface StoredGenre {
  readonly nameId: number;
  readonly genreId: number;
}

/** A song as it is taken in. */
export type RowToTake = ModelRow & { readonly isThere: 0 | 1; readonly publicId: Uint8Array | null };

/** A song that is still to be taken into the model. */
export interface SongToSettle {
  readonly id: number;
  /** The album of one that went. */
  readonly leftAlbumId: number | null;
  /** Null for one that went. */
  readonly row: RowToTake | null;
}

/** Songs as the model reads and writes them. Synchronous; writes belong inside a batch. */
export type ModelSongsStore = ReturnType<typeof createModelSongsStore>;

const tagStatements = (raw: Database.Database) => ({
  credits: raw.prepare<[number], StoredCredit>(
    'SELECT role, name_id AS nameId, instrument FROM song_artists WHERE song_id = ? ORDER BY role, position',
  ),
  lastTagged: raw
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT max(song_id) FROM song_artists), 0),
         coalesce((SELECT max(song_id) FROM song_genres), 0))`,
    )
    .pluck(),
  removeCredits: raw.prepare<[number]>('DELETE FROM song_artists WHERE song_id = ?'),
  genres: raw.prepare<[number], StoredGenre>(
    'SELECT name_id AS nameId, genre_id AS genreId FROM song_genres WHERE song_id = ? ORDER BY position',
  ),
  removeGenres: raw.prepare<[number]>('DELETE FROM song_genres WHERE song_id = ?'),
  beginCredits: createRowsAtOnce(raw, 'song_artists', 5),
  beginGenres: createRowsAtOnce(raw, 'song_genres', 4),
});

/** Who and which genres are on songs that have none stored, one after the other. */
export interface TagsInTurn {
  add(id: number, people: readonly StoredCredit[], list: readonly StoredGenre[]): void;
  end(): void;
}

const tagsInTurn = ({ beginCredits, beginGenres }: ReturnType<typeof tagStatements>): TagsInTurn => {
  const credits = beginCredits();
  const genres = beginGenres();
  return {
    add: (id, people, list) => {
      let position = 0;
      for (const { role, nameId, instrument } of people) {
        credits.add(id, role, position, nameId, instrument);
        position += 1;
      }
      position = 0;
      for (const { nameId, genreId } of list) {
        genres.add(id, position, nameId, genreId);
        position += 1;
      }
    },
    end: () => {
      credits.end();
      genres.end();
    },
  };
};

/** Makes the store over the writing connection. */
export const createModelSongsStore = (raw: Database.Database) => {
  const takenColumns = `${modelColumns}, s.missing_since_ms IS NULL AS isThere, s.public_id AS publicId`;
  const toSettle = raw.prepare<[number], RowToTake & { song_id: number; left_album_id: number | null }>(
    `SELECT song_id, t.album_id AS left_album_id, ${takenColumns} FROM songs_to_settle AS t
     LEFT JOIN songs AS s ON s.id = song_id ORDER BY song_id LIMIT ?`,
  );
  const settled = raw.prepare<[number]>('DELETE FROM songs_to_settle WHERE song_id <= ?');
  const settleAll = raw.prepare('INSERT OR IGNORE INTO songs_to_settle (song_id) SELECT id FROM songs');
  const settleAgain = raw.prepare('INSERT OR IGNORE INTO songs_to_settle (song_id) VALUES (?)');
  const row = raw.prepare<[number], RowToTake>(`SELECT ${takenColumns} FROM songs AS s WHERE s.id = ?`);
  const idsOfAlbum = raw.prepare<[number], number>('SELECT id FROM songs WHERE album_id = ?').pluck();
  const setAlbum = raw.prepare<[number | null, number]>('UPDATE songs SET album_id = ? WHERE id = ?');
  const pathSql = `SELECT virtual_path || '/' || s.name FROM songs AS s
    JOIN directories ON directories.id = s.directory_id WHERE s.id = ?`;
  const path = raw.prepare<[number], string>(pathSql).pluck();
  const pathWithoutId = raw.prepare<[number], string>(`${pathSql} AND s.public_id IS NULL`).pluck();
  const setPublicId = raw.prepare<[Uint8Array | null, number]>('UPDATE songs SET public_id = ? WHERE id = ?');
  const holder = raw.prepare<[Uint8Array], number>('SELECT id FROM songs WHERE public_id = ?').pluck();
  const tags = tagStatements(raw);
  return {
    /** The next songs that are not in the model as they are, by their numbers. */
    toSettle: (limit: number): SongToSettle[] =>
      toSettle.all(limit).map((row) => ({
        id: row.song_id,
        leftAlbumId: row.left_album_id,
        row: row.id === null ? null : row,
      })),
    /** All up to this one were taken in. */
    settledUpTo: (id: number): void => void settled.run(id),
    /** Every song is to be taken in anew: the rules changed. */
    settleAll: (): void => void settleAll.run(),
    settleAgain: (id: number): void => void settleAgain.run(id),
    row: (id: number) => row.get(id),
    idsOfAlbum: (albumId: number): number[] => idsOfAlbum.all(albumId),
    setAlbum: (id: number, albumId: number | null): void => void setAlbum.run(albumId, id),
    /** The greatest number of a song that anybody or any genre is on: later ones have nothing stored yet. */
    lastTagged: (): number => tags.lastTagged.get() ?? 0,
    credits: (id: number) => tags.credits.all(id),
    genres: (id: number) => tags.genres.all(id),
    removeTags: (id: number): void => {
      tags.removeCredits.run(id);
      tags.removeGenres.run(id);
    },
    /** Begins to write who and which genres are on songs. */
    beginTags: (): TagsInTurn => tagsInTurn(tags),
    /** Path of a song that has no id yet. */
    pathWithoutId: (id: number): string | null => pathWithoutId.get(id) ?? null,
    pathOf: (id: number): string | null => path.get(id) ?? null,
    setPublicId: (id: number, to: Uint8Array | null): void => void setPublicId.run(to, id),
    /** The song that has an id; null when none has it. */
    holder: (id: Uint8Array): number | null => holder.get(id) ?? null,
  };
};
