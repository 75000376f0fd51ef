import type {
  Home,
  MusicSong,
  SongDetails,
  SongLinks,
  WholeAlbum,
  WholeArtist,
  WholeGenre,
  WholeWork,
  WorksOfComposer,
} from '@tonearm/contract';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type {
  AlbumHeader,
  MusicReading,
  MusicSong as SongOfTags,
} from '../../library/read/music/music-reading.ts';
import {
  albumToWire,
  artistToWire,
  detailsToWire,
  genreToWire,
  linksToWire,
  songToWire,
} from '../../library/read/music/music-wire.ts';
import { AppError } from '../../platform/app-error.ts';
import { createLikedReading, type Liked } from './liked.ts';
import { createMusicLists, type NameFilter } from './music-lists.ts';

/** What tags say of the collection, as the wire tells it. */
export interface Music {
  readonly lists: ReturnType<typeof createMusicLists>;
  home(userId: number, seed: number): Promise<Home>;
  /** @throws AppError album_not_found */
  album(id: string): Promise<WholeAlbum>;
  /** @throws AppError artist_not_found */
  artist(userId: number, id: string): Promise<WholeArtist>;
  /** @throws AppError artist_not_found */
  works(artistId: string): Promise<WorksOfComposer>;
  /** @throws AppError artist_not_found or work_not_found */
  work(artistId: string, name: string): Promise<WholeWork>;
  /** @throws AppError genre_not_found */
  genre(id: string): Promise<WholeGenre>;
  /** @throws AppError song_not_found */
  songDetails(path: string): Promise<SongDetails>;
  links(paths: readonly string[]): Promise<SongLinks[]>;
}

/** Albums on a shelf. */
const shelfLength = 24;

const topSongs = 10;
const alsoByLength = 12;

/** Songs that one question to the library may name. */
const mostSongsAtOnce = 1000;

const byNewest = (one: AlbumHeader, other: AlbumHeader): number => (other.year ?? 0) - (one.year ?? 0);

const isThere = <Value>(value: Value | null): value is Value => value !== null;

interface MusicDeps {
  readonly reading: MusicReading;
  readonly lookup: Pick<CollectionLookup, 'findSongs'>;
  readonly liked: Liked;
  readonly names: NameFilter;
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
}

const albums = (list: readonly AlbumHeader[]) => [...list].sort(byNewest).map(albumToWire);

/** Songs as lists and players have them, with where they lead. */
const createWithSongs =
  (lookup: MusicDeps['lookup']) =>
  async (songs: readonly SongOfTags[]): Promise<MusicSong[]> => {
    const found: MusicSong[] = [];
    for (let begin = 0; begin < songs.length; begin += mostSongsAtOnce) {
      const some = songs.slice(begin, begin + mostSongsAtOnce);
      const plain = await lookup.findSongs(some.map(({ path }) => path));
      for (const [index, more] of some.entries()) {
        const song = plain[index] ?? null;
        if (song !== null) found.push(songToWire(song, more));
      }
    }
    return found;
  };

/** The shelves of the first screen. */
const createHome =
  (reading: MusicReading, liked: ReturnType<typeof createLikedReading>): Music['home'] =>
  async (userId, seed) => {
    const [added, random, [lately = [], most = [], forgotten = []]] = await Promise.all([
      reading.albums({ order: 'added', offset: 0, limit: shelfLength }),
      reading.albums({ order: 'random', seed, offset: 0, limit: shelfLength }),
      liked.shelves(userId, shelfLength),
    ]);
    return {
      recently_added: added.entries.map(albumToWire),
      recently_played: lately.map(albumToWire),
      most_played: most.map(albumToWire),
      forgotten_favourites: forgotten.map(albumToWire),
      random: random.entries.map(albumToWire),
    };
  };

/** Works of composers and their recordings. */
const createWorks = (
  reading: MusicReading,
  withSongs: ReturnType<typeof createWithSongs>,
): Pick<Music, 'works' | 'work'> => {
  const worksOf = async (artistId: string) => {
    const found = await reading.works(artistId);
    if (found === null) throw new AppError('artist_not_found', 'There is no such artist.');
    return found;
  };
  return {
    works: async (artistId) => {
      const { composer, works } = await worksOf(artistId);
      return {
        composer,
        works: works.map(({ name, songCount, albumCount }) => ({
          name,
          song_count: songCount,
          album_count: albumCount,
        })),
      };
    },
    work: async (artistId, name) => {
      await worksOf(artistId);
      const work = await reading.work(artistId, name);
      if (work === null) throw new AppError('work_not_found', 'There is no such work of this composer.');
      const songs = await withSongs(work.recordings.flatMap((recording) => recording.songs));
      const byId = new Map(songs.map((song) => [song.id, song]));
      return {
        name: work.name,
        composer: work.composer,
        recordings: work.recordings.map((recording) => ({
          album: recording.album === null ? null : albumToWire(recording.album),
          songs: recording.songs.flatMap(({ id }) => byId.get(id) ?? []),
        })),
      };
    },
  };
};

/** Makes it. */
export const createMusic = (deps: MusicDeps): Music => {
  const { reading, lookup } = deps;
  const withSongs = createWithSongs(lookup);
  const liked = createLikedReading(reading, deps.liked, deps.nowMs);

  const othersOf = async (album: AlbumHeader): Promise<readonly AlbumHeader[]> => {
    const artistId = album.artists[0]?.id ?? null;
    const own = artistId === null ? [] : await reading.ownAlbums(artistId);
    return own.filter(({ groupId }) => groupId !== album.groupId);
  };

  return {
    lists: createMusicLists(reading, deps.names, liked),
    home: createHome(reading, liked),
    album: async (id) => {
      const album = await reading.album(id);
      if (album === null) throw new AppError('album_not_found', 'There is no such album.');
      return {
        ...albumToWire(album),
        labels: [...album.labels],
        genres: [...album.genres],
        songs: await withSongs(album.songs),
        editions: album.editions.map(albumToWire),
        also_by: albums(await othersOf(album)).slice(0, alsoByLength),
      };
    },
    artist: async (userId, id) => {
      const artist = await reading.artist(id);
      if (artist === null) throw new AppError('artist_not_found', 'There is no such artist.');
      return {
        ...artistToWire(artist),
        roles: artist.roles.flatMap(({ role }) => (role === 'albumArtist' ? [] : [role])),
        genres: artist.genres.map(({ id: genreId, name }) => ({ id: genreId, name })),
        albums: albums(artist.albums),
        appears_on: albums(artist.appearsOn),
        composed: albums(artist.composed),
        top_songs: await withSongs(await liked.topSongsOf(userId, id, topSongs)),
        similar: [...artist.similar],
      };
    },
    ...createWorks(reading, withSongs),
    genre: async (id) => {
      const genre = await reading.genre(id);
      if (genre === null) throw new AppError('genre_not_found', 'There is no such genre.');
      return {
        ...genreToWire(genre),
        related: genre.related.map(genreToWire),
        main_artists: genre.mainArtists.map(artistToWire),
        recent: genre.recent.map(albumToWire),
      };
    },
    songDetails: async (path) => {
      const [[song], [more]] = await Promise.all([lookup.findSongs([path]), reading.songsByPath([path])]);
      const details = more ? await reading.songDetails(more.id) : null;
      if (!song || details === null) throw new AppError('song_not_found', 'There is no such song.');
      return detailsToWire(song, details);
    },
    links: async (paths) => (await reading.songsByPath(paths)).filter(isThere).map(linksToWire),
  };
};
