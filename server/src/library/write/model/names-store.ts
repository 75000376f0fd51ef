import type Database from 'better-sqlite3';
import { createRemembered } from '../../../platform/remembered.ts';
import type { CreditedName } from '../../model/song-facts.ts';

/** A spelling of somebody's name, and whose it is. */
export interface NameRow {
  readonly id: number;
  readonly name: string;
  readonly mbId: string;
  readonly sortName: string;
  readonly folded: string;
  readonly artistId: number;
  /** On how many songs and albums it stands. */
  readonly uses: number;
}

/** An artist as it is written. */
export interface ArtistWrite {
  readonly publicId: Uint8Array;
  readonly name: string;
  readonly sortName: string | null;
  readonly sortKey: Uint8Array;
  readonly letter: string;
  readonly mbId: string | null;
  readonly isListed: 0 | 1;
  readonly songCount: number;
  readonly albumCount: number;
  readonly guestAlbumCount: number;
  readonly composerAlbumCount: number;
  readonly lyricistAlbumCount: number;
}

/** What an artist does in one role. */
export interface RoleCount {
  readonly role: number;
  readonly songCount: number;
  readonly albumCount: number;
}

const nameColumns = 'id, name, mb_id AS mbId, sort_name AS sortName, folded, artist_id AS artistId, uses';

/** How many names' numbers are remembered: an artist mostly has many songs. */
const rememberedNames = 10_000;

/** Names of people, and the artists they belong to. Synchronous; writes belong inside a batch. */
export type NamesStore = ReturnType<typeof createNamesStore>;

const nameStatements = (raw: Database.Database) => ({
  find: raw.prepare<[string, string, string], { id: number; folded: string }>(
    'SELECT id, folded FROM artist_names WHERE name = ? AND mb_id = ? AND sort_name = ?',
  ),
  setFolded: raw.prepare('UPDATE artist_names SET folded = ? WHERE id = ?'),
  insert: raw.prepare(
    'INSERT INTO artist_names (name, mb_id, sort_name, folded, artist_id, uses) VALUES (?, ?, ?, ?, 0, 0)',
  ),
  ids: raw.prepare<[], number>('SELECT id FROM artist_names').pluck(),
  byId: raw.prepare<[number], NameRow>(`SELECT ${nameColumns} FROM artist_names WHERE id = ?`),
  byFolded: raw.prepare<[string], NameRow>(
    `SELECT ${nameColumns} FROM artist_names WHERE folded = ? ORDER BY id`,
  ),
  byArtist: raw.prepare<[number], NameRow>(
    `SELECT ${nameColumns} FROM artist_names WHERE artist_id = ? ORDER BY id`,
  ),
  addUses: raw.prepare('UPDATE artist_names SET uses = uses + ? WHERE id = ?'),
  setArtist: raw.prepare('UPDATE artist_names SET artist_id = ? WHERE id = ?'),
  removeUnused: raw.prepare('DELETE FROM artist_names WHERE id = ? AND uses = 0'),
  addRole: raw.prepare(
    `INSERT INTO name_roles VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET song_count = song_count + excluded.song_count`,
  ),
  removeNoRole: raw.prepare('DELETE FROM name_roles WHERE name_id = ? AND role = ? AND song_count = 0'),
  addGenre: raw.prepare(
    `INSERT INTO name_genres VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET song_count = song_count + excluded.song_count`,
  ),
  removeNoGenre: raw.prepare('DELETE FROM name_genres WHERE name_id = ? AND genre_id = ? AND song_count = 0'),
});

const artistStatements = (raw: Database.Database) => ({
  byKey: raw.prepare<[string], number>('SELECT id FROM artists WHERE key = ?').pluck(),
  keyOf: raw.prepare<[number], string>('SELECT key FROM artists WHERE id = ?').pluck(),
  insert: raw.prepare(
    `INSERT INTO artists (public_id, key, name, sort_key, letter, is_listed, song_count, album_count,
       guest_album_count, composer_album_count, lyricist_album_count)
     VALUES (x'', ?, '', x'', '', 0, 0, 0, 0, 0, 0)`,
  ),
  update: raw.prepare(
    `UPDATE artists SET public_id = @publicId, name = @name, sort_name = @sortName, sort_key = @sortKey,
       letter = @letter, mb_id = @mbId, is_listed = @isListed, song_count = @songCount,
       album_count = @albumCount, guest_album_count = @guestAlbumCount,
       composer_album_count = @composerAlbumCount, lyricist_album_count = @lyricistAlbumCount
     WHERE id = @id`,
  ),
  remove: raw.prepare('DELETE FROM artists WHERE id = ?'),
  removeRoles: raw.prepare('DELETE FROM artist_roles WHERE artist_id = ?'),
  addRole: raw.prepare(
    'INSERT INTO artist_roles (role, sort_key, artist_id, letter, song_count, album_count) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  // Songs of one name are counted once a role; of two spellings on one song twice, which nobody sees.
  songCounts: raw.prepare<[number], { role: number; songCount: number }>(
    `SELECT role, sum(song_count) AS songCount FROM artist_names AS n
     CROSS JOIN name_roles ON name_id = n.id WHERE n.artist_id = ? GROUP BY role`,
  ),
  albumCounts: raw.prepare<[number], { role: number; albumCount: number }>(
    `SELECT role, count(DISTINCT album_id) AS albumCount FROM artist_names AS n
     CROSS JOIN album_credits ON name_id = n.id WHERE n.artist_id = ? GROUP BY role`,
  ),
  guestAlbums: raw
    .prepare<[{ id: number }], number>(
      `SELECT count(DISTINCT guest.album_id) FROM artist_names AS n
       CROSS JOIN album_credits AS guest ON guest.name_id = n.id AND guest.role = 1
       WHERE n.artist_id = @id AND NOT EXISTS (SELECT 1 FROM album_credits AS own
         JOIN artist_names AS o ON o.id = own.name_id
         WHERE own.album_id = guest.album_id AND own.role = 0 AND o.artist_id = @id)`,
    )
    .pluck(),
});

/** Makes the store over the writing connection. */
export const createNamesStore = (raw: Database.Database) => {
  const names = nameStatements(raw);
  const artists = artistStatements(raw);
  const numbers = createRemembered<number>(rememberedNames);
  return {
    /** The number of a name as one song spells it; new ones belong to nobody yet. */
    idOf: ({ name, mbId, sortName, folded }: CreditedName): number =>
      numbers.of(`${name}\0${mbId}\0${sortName}\0${folded}`, () => {
        const known = names.find.get(name, mbId, sortName);
        if (known === undefined)
          return Number(names.insert.run(name, mbId, sortName, folded).lastInsertRowid);
        // Corrections say as whom a name counts.
        if (known.folded !== folded) names.setFolded.run(folded, known.id);
        return known.id;
      }),
    ids: (): number[] => names.ids.all(),
    byId: (id: number) => names.byId.get(id),
    byFolded: (folded: string) => names.byFolded.all(folded),
    byArtist: (artistId: number) => names.byArtist.all(artistId),
    addUses: (id: number, by: number): void => void names.addUses.run(by, id),
    setArtist: (id: number, artistId: number): void => void names.setArtist.run(artistId, id),
    removeUnused: (id: number): void => {
      if (names.removeUnused.run(id).changes > 0) numbers.forget();
    },
    /** Forgets what was remembered of rows: after a rollback. */
    forget: numbers.forget,
    addRole: (id: number, role: number, by: number): void => {
      names.addRole.run(id, role, by);
      if (by < 0) names.removeNoRole.run(id, role);
    },
    addGenre: (id: number, genreId: number, by: number): void => {
      names.addGenre.run(id, genreId, by);
      if (by < 0) names.removeNoGenre.run(id, genreId);
    },
    /** The artist of a key, made where there is none. */
    artistOf: (key: string): number =>
      artists.byKey.get(key) ?? Number(artists.insert.run(key).lastInsertRowid),
    artistKey: (id: number): string | null => artists.keyOf.get(id) ?? null,
    counts: (artistId: number): RoleCount[] => {
      const albums = new Map(
        artists.albumCounts.all(artistId).map(({ role, albumCount }) => [role, albumCount]),
      );
      const songs = new Map(artists.songCounts.all(artistId).map(({ role, songCount }) => [role, songCount]));
      return [...new Set([...albums.keys(), ...songs.keys()])]
        .toSorted((a, b) => a - b)
        .map((role) => ({ role, songCount: songs.get(role) ?? 0, albumCount: albums.get(role) ?? 0 }));
    },
    guestAlbums: (artistId: number): number => artists.guestAlbums.get({ id: artistId }) ?? 0,
    updateArtist: (id: number, artist: ArtistWrite, roles: readonly RoleCount[]): void => {
      artists.update.run({ id, ...artist });
      artists.removeRoles.run(id);
      if (artist.isListed === 0) return;
      for (const { role, songCount, albumCount } of roles)
        artists.addRole.run(role, artist.sortKey, id, artist.letter, songCount, albumCount);
    },
    removeArtist: (id: number): void => {
      artists.removeRoles.run(id);
      artists.remove.run(id);
    },
  };
};
