import type { Role } from '../../model/roles.ts';
import type {
  AlbumHeader,
  ArtistHeader,
  ArtistLink,
  ListedSong,
  MusicSong,
  Part,
} from '../music/music-reading.ts';

/*
 * What apps ask that walk the whole collection: folders by lasting ids, lists at any offset, everything in turn. Ids are
 * the 22 letters and digits that clients keep.
 */

/** A folder with what lists show of it. */
export interface FolderFacts {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** The folder it is in; null of a source. */
  readonly parentId: string | null;
  /** Direct songs. */
  readonly songCount: number;
  /** Whether its songs are one album, and which. */
  readonly isAlbum: boolean;
  readonly album: string | null;
  readonly artist: string | null;
  readonly year: number | null;
  /** Virtual path of a picture, or of a song that embeds one. */
  readonly artwork: string | null;
  /** Seconds since the epoch: when its newest song came, else when it came itself. */
  readonly addedAt: number;
}

/** A folder and what is in it, in the order of lists. */
export interface OpenedFolder extends FolderFacts {
  readonly folders: readonly FolderFacts[];
  readonly songs: readonly MusicSong[];
}

/** A part of a list; of one source when told. */
export interface PageOf {
  /** Name of the source. */
  readonly source: string | null;
  readonly offset: number;
  readonly limit: number;
}

/** Orders of albums and of folders with songs; `row` never changes for what is there, years are inclusive and in the order they are given. */
export type WalkOrder =
  | { readonly by: 'row' }
  | { readonly by: 'name' }
  | { readonly by: 'artist' }
  | { readonly by: 'newest' }
  | { readonly by: 'random'; readonly seed: number }
  | { readonly by: 'year'; readonly from: number; readonly to: number }
  | { readonly by: 'genre'; readonly genre: string };

/** What those are called who are not told of. */
export const unknownArtist = '[Unknown Artist]';

/** An artist in an index. */
export interface IndexedArtist {
  readonly id: string;
  readonly name: string;
  readonly sortName: string | null;
  readonly letter: string;
  readonly mbId: string | null;
  /** What they are on any song or album; that an album is theirs among it. */
  readonly roles: readonly Role[];
  /** Albums that are theirs or that have a song of theirs. */
  readonly albumCount: number;
}

/** What the songs of an album say, each once: genres of most songs first. */
export interface AlbumTags {
  readonly genres: readonly string[];
  readonly labels: readonly string[];
  readonly moods: readonly string[];
  /** Discs that have a title of their own. */
  readonly discs: readonly { readonly disc: number; readonly title: string }[];
  /** Whether one of them is. */
  readonly isExplicit: boolean;
  readonly sortTitle: string | null;
  /** What the songs are told to last, each in whole seconds, added up. */
  readonly seconds: number;
}

/** What the songs right in a folder say, each once: genres of most songs first. */
export interface FolderTags {
  readonly genres: readonly string[];
  /** As those of an album. */
  readonly seconds: number;
  /** The album that they are, where they are one. */
  readonly albumId: string | null;
  /** Who that is by; empty where it is nobody's. */
  readonly artists: readonly ArtistLink[];
}

/** Songs that stand together in the walk through all of them. */
interface SongStretch {
  /** Another text for other songs, as long as the state of the library is the same. */
  readonly name: string;
  read(): Promise<readonly ListedSong[]>;
}

/** What random songs have in common. */
export interface RandomWish {
  readonly count: number;
  readonly source: string | null;
  readonly genre: string | null;
  readonly fromYear: number | null;
  readonly toYear: number | null;
}

/** What apps ask of the library. */
export interface AppReading {
  /** The sources that are there, in saved order. */
  roots(): Promise<readonly FolderFacts[]>;
  /** What lies right in the sources that are there, or in one when told; the same objects while the library stays as it is. */
  topLevel(source: string | null): Promise<Pick<OpenedFolder, 'folders' | 'songs'>>;
  /** A part of the same folders, in an order that stays: what comes stands at the end. */
  topFolders(page: PageOf): Promise<readonly FolderFacts[]>;
  folder(id: string): Promise<OpenedFolder | null>;
  folderAt(path: string): Promise<OpenedFolder | null>;
  /** Folders with songs. */
  folders(order: WalkOrder, page: PageOf): Promise<Part<FolderFacts>>;
  /** What lists show of folders beside, by their ids; all of a page at once. */
  folderTags(ids: readonly string[]): Promise<ReadonlyMap<string, FolderTags>>;
  /** Of tags, and of folders whose songs have no album tag: those are known by the id of the folder. */
  albums(order: WalkOrder, page: PageOf): Promise<Part<AlbumHeader>>;
  /** The same by their ids, in that order, null for what is not there, or has no song of a source where one is told. */
  albumsById(ids: readonly string[], source?: string | null): Promise<readonly (AlbumHeader | null)[]>;
  /** What lists show of such albums beside, by their ids; all of a page at once. */
  albumTags(ids: readonly string[]): Promise<ReadonlyMap<string, AlbumTags>>;
  /** Artists that an album is by, by name, and last one for what is nobody's; of one source when told. */
  artistIndex(source: string | null): Promise<readonly IndexedArtist[]>;
  /** A part of the same artists, in an order that stays: what comes stands at the end. */
  artists(page: PageOf): Promise<readonly IndexedArtist[]>;
  /** Every song there is, in an order that stays: what comes stands at the end. A page is short only at the end. */
  songs(page: PageOf): Promise<SongStretch>;
  /**
   * The state of the library that everything is told of; another number whenever that may be told otherwise. Null while
   * something is told of the state before.
   */
  state(): number | null;
  randomSongs(wish: RandomWish): Promise<readonly MusicSong[]>;
  /** Songs of a folder that have no album tag, as the album they make. */
  looseSongs(folderId: string): Promise<readonly MusicSong[]>;
  /** Such albums whose songs all begin with one artist; null for those of nobody, and then albums of tags without an artist, too. */
  looseAlbumsOf(artistId: string | null): Promise<readonly AlbumHeader[]>;
  /** The id of a genre by its name, in whatever case. */
  genreNamed(name: string): Promise<string | null>;
  /** Albums and artists whose names hold every word, those that begin with the first one first. */
  findAlbums(words: readonly string[], page: PageOf): Promise<readonly AlbumHeader[]>;
  findArtists(words: readonly string[], page: PageOf): Promise<readonly ArtistHeader[]>;
  /** The picture of each album that has one, as a virtual path. */
  albumPictures(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * The picture of each artist that has one, as a virtual path: a file called `artist` in the folder that their albums
   * have in common, else that of their newest album.
   */
  artistPictures(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Eight hexadecimal digits of each picture, by its virtual path, that are others when the file is another; of more than were asked for. */
  pictureDigests(paths: Iterable<string>): Promise<ReadonlyMap<string, string>>;
  /** Milliseconds since the epoch: later whenever anything of the collection changed. */
  changedAtMs(): Promise<number>;
}
