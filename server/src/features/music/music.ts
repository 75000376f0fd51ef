import type {
  Home,
  MusicSong,
  SongDetails,
  SongLinks,
  WholeAlbum,
  WholeArtist,
  WholeGenre,
} from '@tonearm/contract';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type {
  AlbumHeader,
  MusicReading,
  MusicSong as SongOfTags,
} from '../../library/read/music/music-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  albumToWire,
  artistToWire,
  detailsToWire,
  genreToWire,
  linksToWire,
  songToWire,
} from './music-wire.ts';
import { listPlayed, type Plays } from './plays.ts';

/** What tags say of the collection, as the wire tells it. */
export interface Music {
  home(userId: number, seed: number): Promise<Home>;
  /** @throws AppError album_not_found */
  album(id: string): Promise<WholeAlbum>;
  /** @throws AppError artist_not_found */
  artist(userId: number, id: string): Promise<WholeArtist>;
  /** @throws AppError genre_not_found */
  genre(id: string): Promise<WholeGenre>;
  /** @throws AppError song_not_found */
  songDetails(path: string): Promise<SongDetails>;
  links(paths: readonly string[]): Promise<SongLinks[]>;
}

/** Albums on a shelf. */
const shelfLength = 24;

/** Songs that are looked through for the albums of a shelf, and for the top songs of an artist. */
const songsLookedThrough = 1000;

const topSongs = 10;
const alsoByLength = 12;

/** Songs that one question to the library may name. */
const mostSongsAtOnce = 1000;

const byNewest = (one: AlbumHeader, other: AlbumHeader): number => (other.year ?? 0) - (one.year ?? 0);

const isThere = <Value>(value: Value | null): value is Value => value !== null;

interface MusicDeps {
  readonly reading: MusicReading;
  readonly lookup: Pick<CollectionLookup, 'findSongs'>;
  readonly plays: Plays;
}

const albums = (list: readonly AlbumHeader[]) => [...list].sort(byNewest).map(albumToWire);

/** What several answers are made of. */
const createParts = ({ reading, lookup, plays }: MusicDeps) => {
  const withSongs = async (songs: readonly SongOfTags[]): Promise<MusicSong[]> => {
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
  return {
    withSongs,
    /** Albums of songs, in their order, each once. */
    albumsOf: async (paths: readonly string[]) => {
      const songs = await reading.songsByPath(paths.slice(0, songsLookedThrough));
      const ids = new Set(songs.flatMap((song) => song?.albumId ?? []));
      return (await reading.albumsById([...ids].slice(0, shelfLength))).filter(isThere).map(albumToWire);
    },
    /** Of what somebody played most, the songs of an artist. */
    topSongsOf: async (userId: number, artistId: string): Promise<MusicSong[]> => {
      const { most } = await listPlayed(plays, userId);
      const songs = await reading.songsByPath(most.slice(0, songsLookedThrough));
      const own = songs.filter(isThere).filter(({ credits }) => credits.some(({ id }) => id === artistId));
      return withSongs(own.slice(0, topSongs));
    },
  };
};

/** The shelves of the first screen. */
const createHome =
  ({ reading, plays }: MusicDeps, albumsOf: ReturnType<typeof createParts>['albumsOf']): Music['home'] =>
  async (userId, seed) => {
    const [added, random, { lately, most }] = await Promise.all([
      reading.albums({ order: 'added', offset: 0, limit: shelfLength }),
      reading.albums({ order: 'random', seed, offset: 0, limit: shelfLength }),
      listPlayed(plays, userId),
    ]);
    return {
      recently_added: added.entries.map(albumToWire),
      recently_played: await albumsOf(lately),
      most_played: await albumsOf(most),
      random: random.entries.map(albumToWire),
    };
  };

/** Makes it. */
export const createMusic = (deps: MusicDeps): Music => {
  const { reading, lookup } = deps;
  const { withSongs, albumsOf, topSongsOf } = createParts(deps);

  const othersOf = async (album: AlbumHeader): Promise<readonly AlbumHeader[]> => {
    const artistId = album.artists[0]?.id ?? null;
    const artist = artistId === null ? null : await reading.artist(artistId);
    return (artist?.albums ?? []).filter(({ groupId }) => groupId !== album.groupId);
  };

  return {
    home: createHome(deps, albumsOf),
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
        top_songs: await topSongsOf(userId, id),
        similar: [...artist.similar],
      };
    },
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
