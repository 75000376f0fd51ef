import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { page, queryNumber, song } from './shapes.ts';

/*
 * What tags say of the collection: albums, artists, genres and songs, by ids that clients may keep: 22 letters and
 * digits. These calls are this product's own; version 8 has its own albums, by their names.
 */

const nullableText = z.string().nullable();
const nullableInteger = z.number().int().nullable();

/** What somebody does on a song. */
const songRoles = [
  'artist',
  'composer',
  'lyricist',
  'conductor',
  'performer',
  'remixer',
  'producer',
  'arranger',
  'djMixer',
] as const;
const role = z.enum(songRoles);
export type SongRole = z.infer<typeof role>;

const albumKinds = ['album', 'single', 'ep', 'live', 'compilation', 'other'] as const;
const albumKind = z.enum(albumKinds);
export type AlbumKind = z.infer<typeof albumKind>;

/** Somebody, as a link; `id` is null where nobody of the list is meant, as of Various Artists. */
const artistLink = z.object({ id: nullableText, name: z.string() });
export type ArtistLink = z.infer<typeof artistLink>;

const genreLink = z.object({ id: z.string(), name: z.string() });

/** Years and dates are as precise as written: `2016`, `2016-05`, `2016-05-01`; times are seconds since the epoch. */
export const albumHeader = z
  .object({
    id: z.string(),
    /** The same for all editions of an album. */
    group_id: z.string(),
    title: z.string(),
    /** What tells this edition from others, as `Deluxe`. */
    version: nullableText,
    /** As the files show them. */
    artist: z.string(),
    artists: z.array(artistLink),
    year: nullableInteger,
    original_date: nullableText,
    release_date: nullableText,
    kind: albumKind,
    song_count: z.number().int(),
    disc_count: z.number().int(),
    /** In whole seconds. */
    duration: z.number().int(),
    /** When its newest song came. */
    added_at: z.number().int(),
    /** Virtual path of its picture. */
    artwork: nullableText,
    artwork_color: nullableText,
  })
  .meta({ id: 'AlbumOfTags' });
export type MusicAlbum = z.infer<typeof albumHeader>;

const credit = artistLink.extend({ role, instrument: nullableText });
export type SongCredit = z.infer<typeof credit>;

/** A song as folders list it, and where it leads. */
const musicSong = song
  .extend({
    id: z.string(),
    album_id: nullableText,
    credits: z.array(credit),
    genres: z.array(genreLink),
    disc_subtitle: nullableText,
    work: nullableText,
    movement_name: nullableText,
    movement_number: nullableInteger,
  })
  .meta({ id: 'SongOfTags' });
export type MusicSong = z.infer<typeof musicSong>;

const wholeAlbum = albumHeader
  .extend({
    labels: z.array(z.string()),
    genres: z.array(genreLink),
    /** By disc, track and folder. */
    songs: z.array(musicSong),
    /** Other editions of the same album. */
    editions: z.array(albumHeader),
    /** Others of its first artist, newest first. */
    also_by: z.array(albumHeader),
  })
  .meta({ id: 'WholeAlbum' });
export type WholeAlbum = z.infer<typeof wholeAlbum>;

export const artistHeader = z
  .object({
    id: z.string(),
    name: z.string(),
    letter: z.string(),
    song_count: z.number().int(),
    album_count: z.number().int(),
    guest_album_count: z.number().int(),
    composer_album_count: z.number().int(),
  })
  .meta({ id: 'ArtistOfTags' });
export type MusicArtist = z.infer<typeof artistHeader>;

const wholeArtist = artistHeader
  .extend({
    roles: z.array(role),
    genres: z.array(genreLink),
    /** Newest first. */
    albums: z.array(albumHeader),
    appears_on: z.array(albumHeader),
    composed: z.array(albumHeader),
    /** What the user played most of them. */
    top_songs: z.array(musicSong),
    similar: z.array(artistLink),
  })
  .meta({ id: 'WholeArtist' });
export type WholeArtist = z.infer<typeof wholeArtist>;

/** A work of a composer, by the name that tags give it; the name is its id. */
const workHeader = z
  .object({
    name: z.string(),
    song_count: z.number().int(),
    /** Albums that have a recording of it. */
    album_count: z.number().int(),
  })
  .meta({ id: 'WorkOfTags' });
export type MusicWork = z.infer<typeof workHeader>;

const composerWorks = z
  .object({ composer: artistLink, works: z.array(workHeader) })
  .meta({ id: 'WorksOfComposer' });

export type WorksOfComposer = z.infer<typeof composerWorks>;

const wholeWork = z
  .object({
    name: z.string(),
    composer: artistLink,
    /** By year; `album` is null for songs without one. */
    recordings: z.array(z.object({ album: albumHeader.nullable(), songs: z.array(musicSong) })),
  })
  .meta({ id: 'WholeWork' });
export type WholeWork = z.infer<typeof wholeWork>;

const genreHeader = z
  .object({ id: z.string(), name: z.string(), song_count: z.number().int(), album_count: z.number().int() })
  .meta({ id: 'GenreOfTags' });
export type MusicGenre = z.infer<typeof genreHeader>;

const wholeGenre = genreHeader
  .extend({
    related: z.array(genreHeader),
    main_artists: z.array(artistHeader),
    /** Newest first. */
    recent: z.array(albumHeader),
  })
  .meta({ id: 'WholeGenre' });
export type WholeGenre = z.infer<typeof wholeGenre>;

/** Orders of albums: `played` has what the user never played behind the rest; the shelves leave it out. */
const musicAlbumOrders = [
  'added',
  'title',
  'artist',
  'year',
  'random',
  'played',
  'recently_played',
  'most_played',
  'forgotten_favourites',
] as const;
export type MusicAlbumOrder = (typeof musicAlbumOrders)[number];

/** Words that all stand in a name, or in that of who an album is by, in any order and wherever they begin. */
const filter = z.string().max(200).optional();

const letters = z.array(z.object({ letter: z.string(), offset: z.number().int() }));
export type LetterPlaces = z.infer<typeof letters>;

const songDetails = z
  .object({
    song: musicSong,
    /** Every tag as it was read, by its name in the table of fields. */
    tags: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
    file: z.object({
      size_bytes: z.number().int(),
      /** Milliseconds since the epoch. */
      modified_at_ms: z.number().int(),
      added_at: z.number().int(),
      duration_ms: nullableInteger,
      codec: nullableText,
      container: nullableText,
      /** In bits a second. */
      bit_rate: nullableInteger,
      /** In hertz. */
      sample_rate: nullableInteger,
      bits_per_sample: nullableInteger,
      channels: nullableInteger,
    }),
    gain: z
      .object({
        origin: z.enum(['replaygain', 'r128']),
        track_db: z.number().nullable(),
        album_db: z.number().nullable(),
        track_peak: z.number().nullable(),
        album_peak: z.number().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'SongDetails' });
export type SongDetails = z.infer<typeof songDetails>;

/** Most paths that one call asks for. */
export const mostLinkedSongs = 1000;

/** Where a song leads: its album, and who is named on it. */
const songLinks = z.object({
  path: z.string(),
  id: z.string(),
  album_id: nullableText,
  album_artists: z.array(artistLink),
  credits: z.array(credit),
  genres: z.array(genreLink),
});
export type SongLinks = z.infer<typeof songLinks>;

/** The words of a song. */
const lyrics = z
  .object({
    /** Where they stand: in the song itself, or in a file beside it. */
    origin: z.enum(['song', 'file']),
    /** As its file says; null when it does not. */
    language: nullableText,
    is_synced: z.boolean(),
    /** `start_ms` is where a line begins in the song, null in words that are not timed. In the order of time. */
    lines: z.array(z.object({ start_ms: nullableInteger, text: z.string() })),
  })
  .meta({ id: 'Lyrics' });
export type Lyrics = z.infer<typeof lyrics>;

/** Shelves of the first screen. */
const home = z.object({
  recently_added: z.array(albumHeader),
  recently_played: z.array(albumHeader),
  most_played: z.array(albumHeader),
  /** Starred, and not played for two months. */
  forgotten_favourites: z.array(albumHeader),
  random: z.array(albumHeader),
});
export type Home = z.infer<typeof home>;

/** Albums, artists, genres and songs as tags tell of them. */
export const musicEndpoints = {
  getHome: endpoint({
    method: 'GET',
    path: '/music/home',
    access: 'user',
    summary: 'Shelves of albums: newest, played lately and most, starred and forgotten, and some at random.',
    query: z.object({ seed: queryNumber(Number.MAX_SAFE_INTEGER).optional() }),
    answer: home,
  }),
  listMusicAlbums: endpoint({
    method: 'GET',
    path: '/music/albums',
    access: 'user',
    summary: 'Albums in an order; newest first unless told.',
    query: page.extend({
      order: z.enum(musicAlbumOrders).optional(),
      /** Of a random order: the same seed is the same order while the collection stays as it is. */
      seed: queryNumber(Number.MAX_SAFE_INTEGER).optional(),
      kind: albumKind.optional(),
      genre: z.string().optional(),
      filter,
    }),
    answer: z.array(albumHeader),
  }),
  listAlbumLetters: endpoint({
    method: 'GET',
    path: '/music/album_letters',
    access: 'user',
    summary: 'Where letters begin in the albums by title or artist.',
    query: z.object({ order: z.enum(['title', 'artist']).optional() }),
    answer: letters,
  }),
  getMusicAlbum: endpoint({
    method: 'GET',
    path: '/music/album/{id}',
    access: 'user',
    summary: 'An album with its songs, its other editions, and others of its artist.',
    answer: wholeAlbum,
    errors: ['album_not_found'],
  }),
  listMusicArtists: endpoint({
    method: 'GET',
    path: '/music/artists',
    access: 'user',
    summary: 'Artists by name; those of a role when told.',
    query: page.extend({ role: role.optional(), filter }),
    answer: z.array(artistHeader),
  }),
  listArtistLetters: endpoint({
    method: 'GET',
    path: '/music/artist_letters',
    access: 'user',
    summary: 'Where letters begin in the artists by name.',
    query: z.object({ role: role.optional() }),
    answer: letters,
  }),
  listArtistRoles: endpoint({
    method: 'GET',
    path: '/music/artist_roles',
    access: 'user',
    summary:
      'Every role that somebody has, and where letters begin in its artists; all artists first, as null.',
    answer: z.array(z.object({ role: role.nullable(), letters })),
  }),
  getMusicArtist: endpoint({
    method: 'GET',
    path: '/music/artist/{id}',
    access: 'user',
    summary: 'An artist: albums, guest appearances, compositions, what was played most, similar ones.',
    answer: wholeArtist,
    errors: ['artist_not_found'],
  }),
  listWorks: endpoint({
    method: 'GET',
    path: '/music/works/{id}',
    access: 'user',
    summary: 'Works of a composer by name, by the id of an artist; none where no song names any.',
    answer: composerWorks,
    errors: ['artist_not_found'],
  }),
  getWork: endpoint({
    method: 'GET',
    path: '/music/work/{id}',
    access: 'user',
    summary: 'Recordings of a work, by the id of its composer and its name in any spelling.',
    query: z.object({ name: z.string() }),
    answer: wholeWork,
    errors: ['artist_not_found', 'work_not_found'],
  }),
  listMusicGenres: endpoint({
    method: 'GET',
    path: '/music/genres',
    access: 'user',
    summary: 'Genres by name, or those of most songs first.',
    query: page.extend({ order: z.enum(['name', 'songs']).optional(), filter }),
    answer: z.array(genreHeader),
  }),
  getMusicGenre: endpoint({
    method: 'GET',
    path: '/music/genre/{id}',
    access: 'user',
    summary: 'A genre: related ones, main artists, newest albums.',
    answer: wholeGenre,
    errors: ['genre_not_found'],
  }),
  listGenreSongs: endpoint({
    method: 'GET',
    path: '/music/genre_songs/{id}',
    access: 'user',
    summary: 'Songs of a genre, by album artist, year, album, disc and track; 200 unless told.',
    query: page,
    answer: z.array(song),
    errors: ['genre_not_found'],
  }),
  getSongDetails: endpoint({
    method: 'GET',
    path: '/music/song/{path*}',
    access: 'user',
    summary: 'Everything that is known of the song at a path.',
    answer: songDetails,
    errors: ['song_not_found'],
  }),
  getLyrics: endpoint({
    method: 'GET',
    path: '/music/lyrics/{path*}',
    access: 'user',
    summary:
      'The words of the song at a path: timed ones first, those of a file beside it before its own; null where none are known.',
    answer: lyrics.nullable(),
    errors: ['song_not_found'],
  }),
  linkSongs: endpoint({
    method: 'POST',
    path: '/music/links',
    access: 'user',
    summary: 'Where songs lead, in the order of their paths; those that are not there are left out.',
    body: z.object({ paths: z.array(z.string()).max(mostLinkedSongs) }),
    bodyExample: { paths: ['Music/Anna/Picnic/01.mp3'] },
    answer: z.array(songLinks),
  }),
} as const;
