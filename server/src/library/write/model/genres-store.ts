import type Database from 'better-sqlite3';
import { createRemembered } from '../../../platform/remembered.ts';
import type { TaggedGenre } from '../../model/song-facts.ts';

/** A spelling of a genre. */
interface GenreName {
  readonly id: number;
  readonly name: string;
  readonly uses: number;
}

/** A genre as it is written. */
interface GenreWrite {
  readonly publicId: Uint8Array;
  readonly name: string;
  readonly sortKey: Uint8Array;
  readonly letter: string;
  readonly songCount: number;
  readonly albumCount: number;
}

/** How many genres' numbers are remembered. */
const rememberedGenres = 2_000;

/** Genres and their spellings. Synchronous; writes belong inside a batch. */
export type GenresStore = ReturnType<typeof createGenresStore>;

/** Makes the store over the writing connection. */
export const createGenresStore = (raw: Database.Database) => {
  const find = raw
    .prepare<[string], [number, number]>('SELECT id, genre_id FROM genre_names WHERE name = ?')
    .raw();
  const findGenre = raw.prepare<[string], number>('SELECT id FROM genres WHERE folded = ?').pluck();
  const insertGenre = raw.prepare(
    `INSERT INTO genres (public_id, folded, name, sort_key, letter, song_count, album_count)
     VALUES (x'', ?, '', x'', '', 0, 0)`,
  );
  const insert = raw.prepare('INSERT INTO genre_names (name, genre_id, uses) VALUES (?, ?, 0)');
  const names = raw.prepare<[number], GenreName>(
    'SELECT id, name, uses FROM genre_names WHERE genre_id = ? ORDER BY id',
  );
  const addUses = raw.prepare('UPDATE genre_names SET uses = uses + ? WHERE id = ?');
  const removeName = raw.prepare('DELETE FROM genre_names WHERE id = ?');
  const addPair = raw.prepare(
    `INSERT INTO genre_pairs VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET song_count = song_count + excluded.song_count`,
  );
  const removePair = raw.prepare(
    'DELETE FROM genre_pairs WHERE genre_id = ? AND other_id = ? AND song_count = 0',
  );
  const folded = raw.prepare<[number], string>('SELECT folded FROM genres WHERE id = ?').pluck();
  const albumsOf = 'SELECT count(*) FROM album_genres WHERE genre_id = ?';
  const albumCount = raw.prepare<[number], number>(albumsOf).pluck();
  const update = raw.prepare(
    `UPDATE genres SET public_id = @publicId, name = @name, sort_key = @sortKey, letter = @letter,
       song_count = @songCount, album_count = @albumCount WHERE id = @id`,
  );
  const remove = raw.prepare('DELETE FROM genres WHERE id = ?');
  const numbers = createRemembered<{ readonly nameId: number; readonly genreId: number }>(rememberedGenres);
  const findOrMake = (genre: TaggedGenre): { nameId: number; genreId: number } => {
    const known = find.get(genre.name);
    if (known !== undefined) return { nameId: known[0], genreId: known[1] };
    const genreId = findGenre.get(genre.folded) ?? Number(insertGenre.run(genre.folded).lastInsertRowid);
    return { nameId: Number(insert.run(genre.name, genreId).lastInsertRowid), genreId };
  };
  return {
    /** The numbers of a genre as one song spells it, and of the genre. */
    idOf: (genre: TaggedGenre): { readonly nameId: number; readonly genreId: number } =>
      numbers.of(genre.name, () => findOrMake(genre)),
    names: (genreId: number) => names.all(genreId),
    folded: (genreId: number): string | null => folded.get(genreId) ?? null,
    addUses: (nameId: number, by: number): void => void addUses.run(by, nameId),
    removeName: (nameId: number): void => {
      removeName.run(nameId);
      numbers.forget();
    },
    /** Forgets what was remembered of rows: after a rollback. */
    forget: numbers.forget,
    addPair: (genreId: number, otherId: number, by: number): void => {
      addPair.run(genreId, otherId, by);
      if (by < 0) removePair.run(genreId, otherId);
    },
    albumCount: (genreId: number): number => albumCount.get(genreId) ?? 0,
    update: (id: number, genre: GenreWrite): void => void update.run({ id, ...genre }),
    remove: (id: number): void => void remove.run(id),
  };
};
