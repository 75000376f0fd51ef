import type { CatalogueRow } from '../../library/read/library-reading.ts';
import type { Artist, Catalogue, Genre } from './catalogue.ts';
import { albumKey, type Draft } from './catalogue-draft.ts';
import { arrange } from './catalogue-order.ts';
import { cleaned, createNames, type Names } from './names.ts';
import { createSongFacts } from './song-facts.ts';

/** The people and genres of a song, as numbers of names. */
interface Named {
  readonly main: readonly number[];
  readonly albumArtists: readonly number[];
  readonly artists: readonly number[];
  readonly composers: readonly number[];
  readonly lyricists: readonly number[];
  readonly genres: readonly number[];
}

const newArtist = (): Artist => ({
  asPerformer: new Set(),
  asAdditionalPerformer: new Set(),
  asComposer: new Set(),
  asLyricist: new Set(),
  songsByGenre: new Map(),
  songCount: 0,
});

const newGenre = (): Genre => ({ albums: new Set(), artists: new Set(), related: new Map(), songs: [] });

const entryAt = <Entry>(entries: Entry[], at: number, make: () => Entry): Entry => {
  const known = entries[at];
  if (known !== undefined) return known;
  const made = make();
  entries[at] = made;
  return made;
};

const countUp = (counts: Map<number, number>, id: number): void => {
  counts.set(id, (counts.get(id) ?? 0) + 1);
};

/** Lists repeat from song to song: each text is taken apart once. */
const createListReader = (names: Names) => {
  const known = new Map<string, readonly number[]>();
  return (json: string | null): readonly number[] => {
    if (json === null) return [];
    const before = known.get(json);
    if (before !== undefined) return before;
    const ids = (JSON.parse(json) as string[]).map(names.idOf).filter((id) => id !== null);
    known.set(json, ids);
    return ids;
  };
};

const noteAlbum = (draft: Draft, row: CatalogueRow, main: readonly number[]): number | null => {
  if (row.album === null || main.length === 0 || cleaned(row.album) === '') return null;
  const key = albumKey(main, row.album);
  let album = draft.albums.get(key);
  if (album === undefined) {
    album = { name: row.album, mainArtists: main, artwork: null, year: null, addedAt: 0, songs: [] };
    draft.albumPlaces.set(album, draft.albums.size);
    draft.albums.set(key, album);
  }
  album.artwork ??= row.artwork;
  album.year ??= row.year;
  album.addedAt = Math.max(album.addedAt, row.added_at);
  album.songs.push(row.id);
  return draft.albumPlaces.get(album) ?? null;
};

const noteArtists = (draft: Draft, named: Named, album: number | null): void => {
  for (const role of [named.albumArtists, named.artists, named.composers, named.lyricists]) {
    for (const id of role) {
      const artist = entryAt(draft.artists, id, newArtist);
      artist.songCount += 1;
      for (const genre of named.genres) countUp(artist.songsByGenre, genre);
    }
  }
  if (album === null) return;
  const artistAt = (id: number): Artist => entryAt(draft.artists, id, newArtist);
  for (const id of named.main) artistAt(id).asPerformer.add(album);
  for (const id of named.artists) {
    if (!named.main.includes(id)) artistAt(id).asAdditionalPerformer.add(album);
  }
  for (const id of named.composers) artistAt(id).asComposer.add(album);
  for (const id of named.lyricists) artistAt(id).asLyricist.add(album);
};

const noteGenres = (draft: Draft, named: Named, song: { id: number; album: number | null }): void => {
  for (const id of named.genres) {
    const genre = entryAt(draft.genres, id, newGenre);
    genre.songs.push(song.id);
    if (song.album !== null) genre.albums.add(song.album);
    for (const role of [named.albumArtists, named.artists, named.composers, named.lyricists]) {
      for (const artist of role) genre.artists.add(artist);
    }
    for (const other of named.genres) if (other !== id) countUp(genre.related, other);
  }
};

const noteGroup = (draft: Draft, row: CatalogueRow, main: readonly number[]): void => {
  const key = `${main.join(' ')}\n${row.year ?? ''}\n${row.album ?? ''}`;
  let group = draft.groups.get(key);
  if (group === undefined) {
    group = { mainArtists: main, year: row.year, album: row.album, songs: [] };
    draft.groups.set(key, group);
  }
  group.songs.push({ id: row.id, disc: row.disc_number, track: row.track_number });
};

/** Takes songs one by one, by id. */
export const createCatalogueBuilder = () => {
  const artistNames = createNames();
  const genreNames = createNames();
  const people = createListReader(artistNames);
  const genres = createListReader(genreNames);
  const facts = createSongFacts();
  const draft: Draft = {
    artistNames,
    genreNames,
    albums: new Map(),
    albumPlaces: new Map(),
    artists: [],
    genres: [],
    groups: new Map(),
    greatestId: 0,
  };
  return {
    take: (row: CatalogueRow): void => {
      const albumArtists = people(row.album_artists);
      const artists = people(row.artists);
      const main = albumArtists.length > 0 ? albumArtists : artists;
      const named: Named = {
        main,
        albumArtists,
        artists,
        composers: people(row.composers),
        lyricists: people(row.lyricists),
        genres: genres(row.genres),
      };
      facts.take(row);
      draft.greatestId = row.id;
      const album = noteAlbum(draft, row, main);
      noteArtists(draft, named, album);
      noteGenres(draft, named, { id: row.id, album });
      noteGroup(draft, row, main);
    },
    /** Puts everything in order; may be interrupted where it yields. */
    *end(): Generator<undefined, Catalogue> {
      return { ...(yield* arrange(draft)), facts: yield* facts.end() };
    },
  };
};
