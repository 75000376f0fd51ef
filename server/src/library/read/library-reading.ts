import type { FolderFace, Song } from '@tonearm/contract';
import type { Pace } from '../../platform/slices.ts';
import type { Sinks } from '../search-index/postings-store.ts';
import type { WordMatch } from '../search-index/word-list.ts';
import type { AppReading } from './apps/app-reading.ts';
import type { ColorReading } from './color-reading.ts';
import type { CorrectionFacts } from './corrections/correction-facts.ts';
import type { HitGroup } from './hit-order.ts';
import type { JsonRuns } from './json-runs.ts';
import type { ListPage } from './list-page.ts';
import type { MusicReading } from './music/music-reading.ts';
import type { SoundReading } from './sound-reading.ts';
import type { RareNumberField, RareTextField, RareValue } from './tag-values/rare-fields.ts';
import type { TagTextReading } from './tag-values/tag-texts.ts';

/*
 * What features ask of the library: a page of a list, an entry, a set of songs. Each is one question, however many
 * statements it takes, and each answer is waited for: another store than `library.db` can stand behind it.
 */

export type { JsonRun, JsonRuns, JsonTexts } from './json-runs.ts';

/** A part of a list as JSON, and how many entries the whole list has. */
export interface List<Runs extends JsonRuns = JsonRuns> {
  readonly total: number;
  /** How many of them are folders, where that is told: folders come first. */
  readonly directoryCount?: number;
  /** About how many entries `runs` gives. */
  readonly count: number;
  /** Nothing is read before they are asked for. Fails with unavailable when the library is made anew meanwhile. */
  readonly runs: Runs;
}

/** The lists of the collection. */
export interface LibraryLists {
  /** @throws AppError source_not_found or folder_not_found */
  browse(path: string, page: ListPage): Promise<List>;
  /** @throws AppError source_not_found or folder_not_found */
  flatten(path: string, page: ListPage): Promise<List>;
  /**
   * What the folders of a folder hold, in the order of `browse`, 500 at most; of the sources for ''.
   * @throws AppError source_not_found or folder_not_found
   */
  folderFaces(path: string, page: ListPage): Promise<readonly FolderFace[]>;
  /** Albums, every one equally likely, none twice. */
  random(count: number): Promise<List>;
  /** Albums, newest first. */
  recent(page: ListPage): Promise<List>;
}

/** A file of the collection on the host, found by looking a virtual path up. */
export interface CollectionFile {
  /** Absolute path as bytes: names need not be UTF-8. */
  readonly realPath: Buffer;
  /** Absolute folder of the source it must still be inside of when opened. */
  readonly sourceRealPath: string;
  /** The last name, as shown. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly mtimeUs: number;
  readonly kind: 'song' | 'picture';
}

/**
 * Looks virtual paths up in the collection: how every other part reaches songs and files. Paths that cannot exist
 * (`..` and so on) are simply not found.
 */
export interface CollectionLookup {
  /** A song that is there, or null. */
  findSong(virtualPath: string): Promise<Song | null>;
  /** Songs that are there, in the order of the paths; null for each that is not. Up to 1,000 paths a call. */
  findSongs(virtualPaths: readonly string[]): Promise<(Song | null)[]>;
  /** The same as JSON texts: for lists that go over the wire. */
  findSongTexts(virtualPaths: readonly string[]): Promise<(string | null)[]>;
  /** The file of a song that is there. */
  findSongFile(virtualPath: string): Promise<CollectionFile | null>;
  /** A picture file, or the file of a song that embeds a picture. */
  findPictureFile(virtualPath: string): Promise<CollectionFile | null>;
  /** What else may stand for a picture that cannot be shown, best first; virtual paths of pictures and songs. */
  findOtherPictures(virtualPath: string): Promise<string[]>;
}

/** How far the search index goes. */
interface SearchExtent {
  /** Another one whenever anything was committed to the library. */
  readonly version: number;
  /** The greatest number of a song in it. */
  readonly song: number;
  /** The greatest number of a folder in it. */
  readonly directory: number;
}

/** The search index, asked for a whole word of a query or a page of what was found. */
export interface SearchReading {
  extent(): Promise<SearchExtent>;
  /** Up to `limit` words behind a number, in order. */
  wordsAfter(wordId: number, limit: number): Promise<readonly string[]>;
  /** The number of a whole word. */
  wordId(word: string): Promise<number | undefined>;
  /** Puts the documents of words into the sinks. @param pace of the search of which this is a part */
  collect(matches: readonly WordMatch[], sinks: Sinks, pace?: Pace): Promise<void>;
  /** What is behind a page of hits, as JSON, in the natural order of their paths, without what has just gone. */
  items(group: HitGroup, page: ListPage): JsonRuns;
}

/** A folder or a song by its virtual path. */
export interface PathEntry {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** Lists of paths, in runs of a few hundred, read as they are taken. */
export interface PathLists {
  /**
   * Folders, then songs, of a folder, by name. The root has the sources, or what is in the only one.
   * @throws AppError source_not_found or folder_not_found
   */
  browse(path: string): Promise<AsyncIterable<readonly PathEntry[]>>;
  /**
   * Paths of every song at or below a path, compared name by name, whether of a folder or a song.
   * @throws AppError source_not_found or folder_not_found
   */
  flatten(path: string): Promise<AsyncIterable<readonly string[]>>;
}

/** What playlists add up of a song. */
export interface SongFacts {
  /** JSON list of texts. */
  readonly genres: string | null;
  readonly duration_ms: number | null;
  /** Virtual path of its picture, or of itself where it has one inside. */
  readonly artwork: string | null;
}

/** Looks songs up by their virtual paths, for what their tags say. */
export interface SongDetails {
  /** Songs of version 8 as JSON texts, in the order of the paths; null where there is none. Up to 1,000 a call. */
  findTexts(virtualPaths: readonly string[]): Promise<(string | null)[]>;
  /** The same, of each song only what is added up. */
  findFacts(virtualPaths: readonly string[]): Promise<(SongFacts | null)[]>;
}

/** What albums, artists and genres are made of: lists are JSON texts, `artwork` is a virtual path. */
export interface CatalogueRow {
  readonly id: number;
  readonly artists: string | null;
  readonly album_artists: string | null;
  readonly composers: string | null;
  readonly lyricists: string | null;
  readonly genres: string | null;
  readonly labels: string | null;
  readonly duration_ms: number | null;
  readonly album: string | null;
  readonly year: number | null;
  readonly disc_number: number | null;
  readonly track_number: number | null;
  /** Seconds since the epoch. */
  readonly added_at: number;
  readonly artwork: string | null;
}

/** A song by its title, null without one, and its virtual path. */
export interface TitledSong {
  readonly id: number;
  readonly title: string | null;
  readonly path: string;
}

/** Reads all songs for what they have in common, and a few by id. */
export interface CatalogueReading {
  /** Songs that are there, by id, behind one. */
  songsAfter(id: number, limit: number): Promise<readonly CatalogueRow[]>;
  /** Values of a field, of songs with ids above one and up to another. */
  rareBetween(
    field: RareTextField | RareNumberField,
    after: number,
    last: number,
  ): Promise<readonly RareValue[]>;
  /** Virtual paths of songs in the order of the ids, without those that have just gone. Up to 1,000 a call. */
  pathsOf(ids: readonly number[]): Promise<readonly string[]>;
  /** Songs that are there, by their lasting ids, in no order. Up to 1,000 a call. */
  idsOf(songs: readonly Uint8Array[]): Promise<readonly number[]>;
  /** What titles and paths of songs are, in no order. Up to 1,000 a call. */
  titlesOf(ids: readonly number[]): Promise<readonly TitledSong[]>;
}

/** All that the library is asked. */
export interface LibraryReading {
  readonly colors: ColorReading;
  readonly paths: PathLists;
  readonly details: SongDetails;
  readonly catalogue: CatalogueReading;
  readonly lists: LibraryLists;
  readonly lookup: CollectionLookup;
  readonly search: SearchReading;
  readonly music: MusicReading;
  readonly sound: SoundReading;
  readonly tagTexts: TagTextReading;
  readonly apps: AppReading;
  readonly corrections: CorrectionFacts;
}
