import { songFieldList } from '@tonearm/contract/song-fields';
import type Database from 'better-sqlite3';
import { dataVersionOf } from '../../../db/settings.ts';
import { idText } from '../../model/public-id.ts';
import { roleNumbers } from '../../model/roles.ts';
import { moreTags } from '../../model/song-facts.ts';
import { createTogether } from '../../together.ts';
import { createMusicPages } from './music-pages.ts';
import type {
  AlbumHeader,
  MusicReading,
  SongDetails,
  WholeAlbum,
  WholeArtist,
  WholeGenre,
} from './music-reading.ts';
import {
  type AlbumRow,
  type ArtistRow,
  type GenreRow,
  genreFromRow,
  listOf,
  type MusicSongRow,
  type SongDetailsRow,
} from './music-rows.ts';
import { createMusicStore, type MusicStore } from './music-store.ts';
import { numbersIn } from './parts.ts';
import { createWorks } from './works.ts';

/** How many are shown beside others: of a genre, and like an artist. */
const mostBeside = 20;

const wholeAlbum = (store: MusicStore, row: AlbumRow): WholeAlbum => {
  const { run } = store;
  const header = store.albums([row])[0] as AlbumHeader;
  const songs = store.songs(run.all<MusicSongRow>('songsOfAlbum', row.id));
  const group = run.all<AlbumRow>('albumsOfGroup', row.group_id).filter(({ id }) => id !== row.id);
  return {
    ...header,
    labels: [...new Set(songs.flatMap(({ labels }) => labels))],
    songs,
    editions: store.albums(group),
    genres: run
      .all<GenreRow>('genresOfAlbum', row.id)
      .map(({ public_id, name }) => ({ id: idText(public_id), name })),
  };
};

interface CreditOfAlbum {
  readonly role: number;
  readonly albumId: number;
}

/** Those who are most in the genres of an artist, without the artist. */
const similarTo = (store: MusicStore, artist: ArtistRow): { id: string; name: string }[] => {
  const [header] = store.artists([artist]);
  const counts = new Map<number, number>();
  for (const genre of (header?.genres ?? []).slice(0, 3)) {
    const row = store.genreRow(genre.id);
    if (row === null) continue;
    const main = store.run.all<{ artistId: number; songCount: number }>('mainArtists', row.id, 50);
    for (const { artistId, songCount } of main)
      counts.set(artistId, (counts.get(artistId) ?? 0) + (songCount * genre.songCount) / row.song_count);
  }
  counts.delete(artist.id);
  const best = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, mostBeside);
  return store.artistsByIds(best.map(([id]) => id)).map(({ id, name }) => ({ id, name }));
};

const byYear = (albums: readonly AlbumHeader[]): AlbumHeader[] =>
  albums.toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0) || (a.title < b.title ? -1 : 1));

const ownAlbums = (store: MusicStore, artistId: string): AlbumHeader[] => {
  const row = store.artistRow(artistId);
  const credits = row === null ? [] : store.run.all<CreditOfAlbum>('albumsOfArtist', row.id);
  const own = credits.filter(({ role }) => role === roleNumbers.albumArtist);
  return byYear(store.albumsByIds([...new Set(own.map(({ albumId }) => albumId))]));
};

const wholeArtist = (store: MusicStore, row: ArtistRow): WholeArtist => {
  const credits = store.run.all<CreditOfAlbum>('albumsOfArtist', row.id);
  const idsIn = (role: number): Set<number> =>
    new Set(credits.filter((credit) => credit.role === role).map(({ albumId }) => albumId));
  const own = idsIn(roleNumbers.albumArtist);
  const without = (ids: ReadonlySet<number>, ...others: ReadonlySet<number>[]): Set<number> =>
    new Set([...ids].filter((id) => !others.some((other) => other.has(id))));
  const guest = without(idsIn(roleNumbers.artist), own);
  const composed = without(idsIn(roleNumbers.composer), own, guest);
  const albums = (ids: ReadonlySet<number>): AlbumHeader[] => byYear(store.albumsByIds([...ids]));
  const [header] = store.artists([row]);
  return {
    ...(header as WholeArtist),
    albums: albums(own),
    appearsOn: albums(guest),
    composed: albums(composed),
    similar: similarTo(store, row),
  };
};

const wholeGenre = (store: MusicStore, row: GenreRow): WholeGenre => {
  const { run } = store;
  const main = run.all<{ artistId: number }>('mainArtists', row.id, mostBeside * 2);
  const ids = [...new Set(main.map(({ artistId }) => artistId))].slice(0, mostBeside);
  return {
    ...genreFromRow(row),
    related: run
      .all<GenreRow & { shared: number }>('relatedGenres', row.id)
      .map((related) => ({ ...genreFromRow(related), shared: related.shared })),
    mainArtists: store.artistsByIds(ids),
    recent: store.albumsByIds(numbersIn(run.all('genreAlbumsByAdded', row.id, mostBeside, 0))),
  };
};

const listKinds: ReadonlySet<string> = new Set(['texts', 'genres']);

/** All fields by their names, as the file says them: those with a column, then the rest. */
const tagsOf = (row: SongDetailsRow): SongDetails['tags'] => {
  const asRead = row.as_read === null ? null : (JSON.parse(row.as_read) as Readonly<Record<string, unknown>>);
  const tags: Record<string, string | number | readonly string[]> = {};
  for (const { name, column, kind } of songFieldList) {
    if (column === undefined) continue;
    const value: unknown = asRead === null ? row[column as keyof SongDetailsRow] : asRead[name];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    tags[name] = listKinds.has(kind) ? listOf(String(value)) : value;
  }
  const { corrected: _, ...more } = moreTags(asRead === null ? row.more : (asRead['more'] as string | null));
  return { ...tags, ...more };
};

/** Songs by what clients know of them. */
const songsOf = (
  store: MusicStore,
  together: <Result>(work: () => Result) => Result,
): Pick<MusicReading, 'songsById' | 'songsByPath' | 'songIds' | 'songPaths'> => ({
  songsById: async (ids) => together(() => store.songsById(ids)),
  songsByPath: async (paths) => together(() => store.songsByPath(paths)),
  songIds: async (paths) => together(() => store.songIds(paths)),
  songPaths: async (ids) => together(() => store.songPaths(ids)),
});

/** Answers from `library.db` in this process. */
export const createEmbeddedMusic = (raw: Database.Database): MusicReading => {
  const store = createMusicStore(raw);
  const together = createTogether(raw);
  const { run } = store;
  const versionOf = dataVersionOf(raw);
  const whole = async <Row, Entry>(
    find: () => Row | null,
    make: (row: Row) => Entry,
  ): Promise<Entry | null> =>
    together(() => {
      const row = find();
      return row === null ? null : make(row);
    });
  return {
    ...createMusicPages(store, { versionOf, together }),
    ...createWorks(store, together),
    album: (id) =>
      whole(
        () => store.albumRow(id),
        (row) => wholeAlbum(store, row),
      ),
    albumsById: async (ids) =>
      together(() => {
        const rows = ids.map(store.albumRow);
        const found = store.albums(rows.filter((row) => row !== null));
        return rows.map((row) => (row === null ? null : (found.shift() ?? null)));
      }),
    artist: (id) =>
      whole(
        () => store.artistRow(id),
        (row) => wholeArtist(store, row),
      ),
    ownAlbums: async (artistId) => together(() => ownAlbums(store, artistId)),
    artistsById: async (ids) =>
      together(() => {
        const rows = ids.map(store.artistRow);
        const found = store.artists(rows.filter((row) => row !== null));
        return rows.map((row) => (row === null ? null : (found.shift() ?? null)));
      }),
    artistByName: (name) =>
      whole(
        () => run.one<ArtistRow>('artistsNamed', name, name),
        (row) => store.artists([row])[0] ?? null,
      ),
    genre: (id) =>
      whole(
        () => store.genreRow(id),
        (row) => wholeGenre(store, row),
      ),
    genreByName: (name) => whole(() => run.one<GenreRow>('genreNamed', name, name), genreFromRow),
    ...songsOf(store, together),
    songDetails: (id) =>
      whole(
        () => store.detailsRow(id),
        (row) => ({ song: store.songs([row])[0] as SongDetails['song'], tags: tagsOf(row) }),
      ),
  };
};
