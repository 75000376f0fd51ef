import type { AlbumKind } from '../../model/album-identity.ts';
import type { Role } from '../../model/roles.ts';
import type { ListPage } from '../list-page.ts';

/*
 * What tags say of the collection: albums, artists, genres, songs by id. Coarse questions, each waited for, as those of
 * folders are. Ids are the 22 letters and digits that clients keep.
 */

/** Somebody, as a link. `id` is null where nobody of the list is meant, as of Various Artists. */
export interface ArtistLink {
  readonly id: string | null;
  readonly name: string;
}

/** An album in a list. */
export interface AlbumHeader {
  readonly id: string;
  /** Tells editions of one album from others: the same for all of them. */
  readonly groupId: string;
  readonly title: string;
  /** What tells this edition from others, as `Deluxe`. */
  readonly version: string | null;
  /** As the file shows them. */
  readonly artistText: string;
  /** One by one, in their order; empty where the album is nobody's. */
  readonly artists: readonly ArtistLink[];
  readonly year: number | null;
  /** As precise as written: `2016`, `2016-05`, `2016-05-01`. */
  readonly originalDate: string | null;
  readonly releaseDate: string | null;
  readonly kind: AlbumKind;
  /** As tagged, lower case. */
  readonly types: readonly string[];
  readonly isCompilation: boolean;
  readonly songCount: number;
  readonly discCount: number;
  readonly durationMs: number;
  readonly sizeBytes: number;
  /** Seconds since the epoch: when its newest song came. */
  readonly addedAt: number;
  /** Virtual path of its picture, or of a song that embeds one. */
  readonly artwork: string | null;
  /** `#rrggbb` where it is known. */
  readonly artworkColor: string | null;
  readonly mbRelease: string | null;
  readonly mbReleaseGroup: string | null;
}

/** Somebody who did something on a song. */
export interface SongCredit extends ArtistLink {
  readonly role: Role;
  readonly instrument: string | null;
}

/** How loud a song is, in decibels to add and as the greatest sample; of R128 the level ReplayGain aims at. */
export interface Gain {
  readonly origin: 'replaygain' | 'r128';
  readonly trackGainDb: number | null;
  readonly albumGainDb: number | null;
  readonly trackPeak: number | null;
  readonly albumPeak: number | null;
}

/** A song with what lists and players show. */
export interface MusicSong {
  readonly id: string;
  readonly path: string;
  readonly title: string | null;
  /** As the file shows them. */
  readonly artistText: string | null;
  readonly albumId: string | null;
  readonly albumTitle: string | null;
  readonly albumArtists: readonly ArtistLink[];
  /** Artists first, then composers and so on. */
  readonly credits: readonly SongCredit[];
  readonly genres: readonly { readonly id: string; readonly name: string }[];
  readonly labels: readonly string[];
  readonly trackNumber: number | null;
  readonly discNumber: number | null;
  readonly year: number | null;
  readonly artwork: string | null;
  readonly durationMs: number | null;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch: when the file was last changed. */
  readonly modifiedAtMs: number;
  /** Seconds since the epoch: when it came. */
  readonly addedAt: number;
  readonly codec: string | null;
  readonly container: string | null;
  readonly bitRate: number | null;
  readonly sampleRate: number | null;
  readonly bitsPerSample: number | null;
  readonly channels: number | null;
  readonly encoderDelay: number | null;
  readonly encoderPadding: number | null;
  readonly bpm: number | null;
  readonly work: string | null;
  /** Whether words are inside it, and timed. */
  readonly lyrics: 'none' | 'plain' | 'timed';
  readonly mbRecording: string | null;
  readonly gain: Gain | null;
  readonly discSubtitle: string | null;
  readonly movementName: string | null;
  readonly movementNumber: number | null;
  readonly movementCount: number | null;
  readonly groupings: readonly string[];
  /** MusicBrainz identities of the works it is of. */
  readonly mbWorks: readonly string[];
  readonly sortTitle: string | null;
  readonly comment: string | null;
  readonly moods: readonly string[];
  readonly isrcs: readonly string[];
  readonly isExplicit: boolean;
}

/** What lists of apps show of a song. */
export type ListedSong = Pick<
  MusicSong,
  | 'id'
  | 'path'
  | 'title'
  | 'albumId'
  | 'albumTitle'
  | 'albumArtists'
  | 'credits'
  | 'genres'
  | 'trackNumber'
  | 'discNumber'
  | 'year'
  | 'artwork'
  | 'durationMs'
  | 'sizeBytes'
  | 'addedAt'
  | 'bitRate'
  | 'sampleRate'
  | 'bitsPerSample'
  | 'channels'
  | 'bpm'
  | 'work'
  | 'mbRecording'
  | 'gain'
  | 'movementName'
  | 'movementNumber'
  | 'movementCount'
  | 'groupings'
  | 'mbWorks'
  | 'sortTitle'
  | 'comment'
  | 'moods'
  | 'isrcs'
  | 'isExplicit'
>;

/** An artist in a list. */
export interface ArtistHeader {
  readonly id: string;
  readonly name: string;
  readonly sortName: string | null;
  /** `A` to `Z`, `#`, or the first character of another script. */
  readonly letter: string;
  readonly mbId: string | null;
  readonly songCount: number;
  /** Albums that are theirs, that they are a guest on, and where they composed or wrote the words. */
  readonly albumCount: number;
  readonly guestAlbumCount: number;
  readonly composerAlbumCount: number;
  readonly lyricistAlbumCount: number;
  /** Songs and albums in each role they have. */
  readonly roles: readonly { readonly role: Role; readonly songCount: number; readonly albumCount: number }[];
  readonly genres: readonly { readonly id: string; readonly name: string; readonly songCount: number }[];
}

/** A genre in a list. */
export interface GenreHeader {
  readonly id: string;
  readonly name: string;
  readonly letter: string;
  readonly songCount: number;
  readonly albumCount: number;
}

/** A part of a list, and how many entries the whole list has. */
export interface Part<Entry> {
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** Where entries of a letter begin in a list by name. */
export interface LetterPlace {
  readonly letter: string;
  readonly offset: number;
}

/** Orders of albums. `random` is one permutation of all per seed, while the library stays as it is. */
type AlbumOrder = 'added' | 'title' | 'artist' | 'year' | 'random' | 'given';

/** An order that somebody else knows. Ids of what is not there (any more) are left out. */
interface GivenOrder {
  readonly ids: readonly string[];
  /** Whether all others follow, by title. */
  readonly withOthers: boolean;
}

/** Which albums, and in which order. */
export interface AlbumsWish extends ListPage {
  readonly order: AlbumOrder;
  /** For `random`. */
  readonly seed?: number;
  /** Only of a kind; by added or title. */
  readonly kind?: AlbumKind;
  /** Only with songs of a genre; by title or added. */
  readonly genreId?: string;
  /** Of the order `given`, which knows neither kinds nor genres. */
  readonly given?: GivenOrder;
  /** Only of these ids. */
  readonly among?: readonly string[];
}

/** One album. */
export interface WholeAlbum extends AlbumHeader {
  readonly labels: readonly string[];
  /** By disc, track and folder. */
  readonly songs: readonly MusicSong[];
  /** Other editions of the same album. */
  readonly editions: readonly AlbumHeader[];
  readonly genres: readonly { readonly id: string; readonly name: string }[];
}

/** One artist: newest albums last, those without a year first. */
export interface WholeArtist extends ArtistHeader {
  readonly albums: readonly AlbumHeader[];
  /** Albums of others with songs of theirs. */
  readonly appearsOn: readonly AlbumHeader[];
  /** Albums with songs they composed that are neither. */
  readonly composed: readonly AlbumHeader[];
  /** Others who share genres and albums with them, the likeliest first. */
  readonly similar: readonly ArtistLink[];
}

/** A work of a composer. */
export interface WorkHeader {
  /** In the spelling that most of its songs have. */
  readonly name: string;
  readonly songCount: number;
  readonly albumCount: number;
}

/** One work, and its recordings by year of their albums. */
export interface WholeWork {
  readonly name: string;
  readonly composer: ArtistLink;
  readonly recordings: readonly {
    readonly album: AlbumHeader | null;
    readonly songs: readonly MusicSong[];
  }[];
}

/** One genre. */
export interface WholeGenre extends GenreHeader {
  /** Genres that its songs have as well, those of most songs first. */
  readonly related: readonly (GenreHeader & { readonly shared: number })[];
  /** Those with most songs in it first, twenty at most. */
  readonly mainArtists: readonly ArtistHeader[];
  /** Newest first, twenty at most. */
  readonly recent: readonly AlbumHeader[];
}

/** All that is known of one song: the fields by their names, texts and lists as they were read. */
export interface SongDetails {
  readonly song: MusicSong;
  readonly tags: Readonly<Record<string, string | number | readonly string[]>>;
}

/** What tags say of the collection. */
export interface MusicReading {
  /** Fails with nothing: unknown genres have no albums. */
  albums(wish: AlbumsWish): Promise<Part<AlbumHeader>>;
  /** Where letters begin in the list of albums by title or artist. */
  albumLetters(order: 'title' | 'artist'): Promise<readonly LetterPlace[]>;
  album(id: string): Promise<WholeAlbum | null>;
  /** Albums by ids, null for each that is not there. */
  albumsById(ids: readonly string[]): Promise<readonly (AlbumHeader | null)[]>;
  /** Artists of a role by name; of any unless told. @param wish.among only of these ids */
  artists(
    wish: ListPage & { readonly role?: Role; readonly among?: readonly string[] },
  ): Promise<Part<ArtistHeader>>;
  artistLetters(role?: Role): Promise<readonly LetterPlace[]>;
  /** Where letters begin in the artists of every role that somebody has. */
  roleLetters(): Promise<readonly { readonly role: Role; readonly letters: readonly LetterPlace[] }[]>;
  artist(id: string): Promise<WholeArtist | null>;
  /** Albums that are an artist's own, by year; none of somebody who is not there. */
  ownAlbums(artistId: string): Promise<readonly AlbumHeader[]>;
  artistsById(ids: readonly string[]): Promise<readonly (ArtistHeader | null)[]>;
  /** An artist by the name that is shown, exactly. */
  artistByName(name: string): Promise<ArtistHeader | null>;
  /** Works of a composer by name; null where there is no such artist. */
  works(
    artistId: string,
  ): Promise<{ readonly composer: ArtistLink; readonly works: readonly WorkHeader[] } | null>;
  /** One of them by its name, however it is spelt; null where there is none. */
  work(artistId: string, name: string): Promise<WholeWork | null>;
  /** Paths of the songs of an artist in a role, by album; of any unless told. */
  artistSongs(id: string, wish: ListPage & { readonly role?: Role }): Promise<Part<string>>;
  genres(wish: ListPage & { readonly order: 'name' | 'songs' }): Promise<Part<GenreHeader>>;
  genre(id: string): Promise<WholeGenre | null>;
  genreByName(name: string): Promise<GenreHeader | null>;
  /** Artists of songs of a genre, by name. */
  genreArtists(id: string, page: ListPage): Promise<Part<ArtistHeader>>;
  /** Paths of its songs: by album artist, year, album, disc and track. */
  genreSongs(id: string, page: ListPage): Promise<Part<string>>;
  /** Songs by id or path, in that order; null for each that is not there. Up to 1,000 a call. */
  songsById(ids: readonly string[]): Promise<readonly (MusicSong | null)[]>;
  songsByPath(paths: readonly string[]): Promise<readonly (MusicSong | null)[]>;
  /** Ids of the songs at paths, also of those that are missing now; null where none is known. Up to 1,000 a call. */
  songIds(paths: readonly string[]): Promise<readonly (string | null)[]>;
  /** Where songs are; null for each that is not there. Up to 1,000 a call. */
  songPaths(ids: readonly string[]): Promise<readonly (string | null)[]>;
  songDetails(id: string): Promise<SongDetails | null>;
}
