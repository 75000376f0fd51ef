import type Database from 'better-sqlite3';
import { splitLast } from '../../../platform/paths/virtual-path.ts';
import { idBytesOf, idHexOf, idText } from '../../model/public-id.ts';
import { roleOf } from '../../model/roles.ts';
import { type ListedSongValues, listedSongs } from './listed-songs.ts';
import type { AlbumHeader, ArtistHeader, ListedSong, MusicSong } from './music-reading.ts';
import {
  type AlbumRow,
  type ArtistRow,
  albumFromRow,
  artistFromRow,
  type GenreRow,
  type MusicSongRow,
  musicSongFromRow,
  type SongDetailsRow,
  type SongLinks,
} from './music-rows.ts';
import { ownersOf, songLinks } from './song-links.ts';
import { createRunner, grouped, listed, type Runner } from './statement-runner.ts';

/** Rows of the model with what belongs to them. Synchronous; a page is a handful of statements. */
export type MusicStore = ReturnType<typeof createMusicStore>;

const artistsWith = (run: Runner, rows: readonly ArtistRow[]): ArtistHeader[] => {
  const ids = listed(rows.map(({ id }) => id));
  const roles = grouped(
    run.all<{ artistId: number; role: number; songCount: number; albumCount: number }>('rolesOfArtists', ids),
    ({ artistId }) => artistId,
    ({ role, songCount, albumCount }) => ({ role: roleOf(role), songCount, albumCount }),
  );
  const genres = grouped(
    run.all<{ artistId: number; public_id: Buffer; name: string; songCount: number }>('genresOfArtists', ids),
    ({ artistId }) => artistId,
    ({ public_id, name, songCount }) => ({ id: idText(public_id), name, songCount }),
  );
  return rows.map((row) =>
    artistFromRow(row, { roles: roles.get(row.id) ?? [], genres: genres.get(row.id) ?? [] }),
  );
};

const albumsWith = (run: Runner, rows: readonly AlbumRow[]): AlbumHeader[] => {
  const owners = ownersOf(
    run,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => albumFromRow(row, owners.get(row.id) ?? []));
};

const songsWith = (run: Runner, rows: readonly MusicSongRow[]): MusicSong[] => {
  const beside = songLinks(run, rows);
  return rows.map((row, at) => musicSongFromRow(row, beside[at] as SongLinks));
};

interface PathRow {
  readonly public_id: Buffer;
  readonly path: string;
}

/** In the order asked for, null for what is not there. */
const inOrder = <Entry>(
  wanted: readonly string[],
  found: readonly Entry[],
  keyOf: (entry: Entry) => string,
): (Entry | null)[] => {
  const byKey = new Map(found.map((entry) => [keyOf(entry), entry]));
  return wanted.map((key) => byKey.get(key) ?? null);
};

/** A JSON list of ids in hex, as statements take many; each once. */
export const hexOf = (ids: readonly string[]): string => {
  const hex = ids.map(idHexOf).filter((id) => id !== null);
  return JSON.stringify([...new Set(hex)]);
};

const songIdsAt = (run: Runner, paths: readonly string[]): (string | null)[] => {
  const folders = new Map<string, number | null>();
  return paths.map((path) => {
    const { folder, name } = splitLast(path);
    const known = folders.get(folder);
    const directory =
      known === undefined ? (run.one<{ id: number }>('directoryId', folder)?.id ?? null) : known;
    folders.set(folder, directory);
    if (directory === null) return null;
    const song = run.one<{ public_id: Buffer | null }>('songIdByName', directory, name);
    return song === null || song.public_id === null ? null : idText(song.public_id);
  });
};

/** Prepares the statements on a connection that reads `library.db`. */
export const createMusicStore = (raw: Database.Database) => {
  const run = createRunner(raw);
  const songAt = (path: string): MusicSongRow | null => {
    const { folder, name } = splitLast(path);
    const directory = run.one<{ id: number }>('directoryId', folder);
    return directory === null ? null : run.one<MusicSongRow>('songByName', directory.id, name);
  };
  const songRows = (ids: readonly string[]): MusicSongRow[] =>
    run.all<MusicSongRow>('songsByPublicIds', hexOf(ids));
  return {
    run,
    albumRow: (id: string): AlbumRow | null => {
      const bytes = idBytesOf(id);
      return bytes === null ? null : run.one<AlbumRow>('albumByPublicId', bytes);
    },
    artistRow: (id: string): ArtistRow | null => {
      const bytes = idBytesOf(id);
      return bytes === null ? null : run.one<ArtistRow>('artistByPublicId', bytes);
    },
    genreRow: (id: string): GenreRow | null => {
      const bytes = idBytesOf(id);
      return bytes === null ? null : run.one<GenreRow>('genreByPublicId', bytes);
    },
    albums: (rows: readonly AlbumRow[]): AlbumHeader[] => albumsWith(run, rows),
    albumsByIds: (ids: readonly number[]): AlbumHeader[] =>
      albumsWith(run, run.all<AlbumRow>('albumsByIds', listed(ids))),
    artists: (rows: readonly ArtistRow[]): ArtistHeader[] => artistsWith(run, rows),
    artistsByIds: (ids: readonly number[]): ArtistHeader[] =>
      artistsWith(run, run.all<ArtistRow>('artistsByIds', listed(ids))),
    songs: (rows: readonly MusicSongRow[]): MusicSong[] => songsWith(run, rows),
    listedSongs: (rows: readonly ListedSongValues[]): ListedSong[] => listedSongs(run, rows),
    detailsRow: (id: string): SongDetailsRow | null => {
      const bytes = idBytesOf(id);
      return bytes === null ? null : run.one<SongDetailsRow>('detailsByPublicId', bytes);
    },
    songIds: (paths: readonly string[]) => songIdsAt(run, paths),
    songPaths: (ids: readonly string[]): (string | null)[] =>
      inOrder(ids, run.all<PathRow>('songPathsByPublicIds', hexOf(ids)), ({ public_id }) =>
        idText(public_id),
      ).map((row) => row?.path ?? null),
    songsById: (ids: readonly string[]): (MusicSong | null)[] =>
      inOrder(ids, songsWith(run, songRows(ids)), ({ id }) => id),
    songsByPath: (paths: readonly string[]): (MusicSong | null)[] =>
      inOrder(
        paths,
        songsWith(
          run,
          [...new Set(paths)].map(songAt).filter((row) => row !== null),
        ),
        ({ path }) => path,
      ),
  };
};
