import type { ModelRules } from '../../library/model/model-settings.ts';
import type { KnownProblem } from '../../library/write/files-store.ts';
import type { Library } from '../../library/write/library.ts';
import type { StoredTags } from '../../library/write/songs-store.ts';
import type { TakeIn } from './model/take-in.ts';
import type { ScanPhase } from './scan-messages.ts';
import type { Links } from './walk/links.ts';
import type { SongFolders } from './walk/song-folders.ts';
import type { FolderRefresh } from './write/folder-refresh.ts';

/** What everybody who works on one scan shares. */
export interface ScanContext {
  readonly library: Library;
  readonly refresh: FolderRefresh;
  readonly links: Links;
  readonly folders: SongFolders;
  /** Seconds since the epoch at which what is new entered the collection, but for a source's first scan. */
  readonly nowSeconds: number;
  readonly firstSeen: FirstSeenNotes;
  readonly counts: ScanCounts;
  readonly takeIn: TakeIn;
  /** What tags of a song are with corrections; the same where nothing is to be corrected. */
  readonly correct: CorrectTags;
  /** What is corrected. */
  readonly rules: Pick<ModelRules, 'corrector'>;
  readonly retries: Retries;
  /** Whether the scan was told to stop. */
  isCancelled(): boolean;
}

/** See {@link ScanContext}. */
export type CorrectTags = (
  tags: StoredTags,
  song: { readonly publicId: Uint8Array | null; readonly directoryId: number },
) => StoredTags;

/** Files that could not be read and are tried again, though they are as they were. */
export interface Retries {
  /** Whether such a file lies in a folder. */
  isIn(directoryId: number): boolean;
  isDue(path: string, problem: KnownProblem): boolean;
}

/** Running numbers of a scan. */
export interface ScanCounts {
  phase: ScanPhase;
  filesFound: number;
  filesToRead: number;
  filesRead: number;
  /** The part of the folders, 0 to 1, that was looked into: each counts as much as those beside it. */
  partWalked: number;
  /** Folders that came or went. */
  foldersChanged: number;
  currentFolder: string | null;
}

/** Remembers, outside the library, when songs entered the collection. */
export interface FirstSeenNotes {
  /**
   * When a song at a path entered, in seconds since the epoch: as it was noted once, else as told here, which is
   * noted.
   */
  of(virtualPath: string, enteredAt: number): number;
  /** A song moved here; its date comes along. */
  move(virtualPath: string, addedAt: number): void;
  /** A song moved away from here; what comes next is new. */
  forget(virtualPath: string): void;
  /** Hands on what was noted: after each commit. */
  flush(): void;
}

/** One source while it is scanned. */
export interface SourceScan {
  readonly id: number;
  readonly name: string;
  /** No whole scan of it has ended: what is found has been there for as long as its folder. */
  readonly isFirstScan: boolean;
  /** Songs that were there when the scan began, without `newcomers`. */
  readonly songsBefore: number;
  /** Songs that were marked missing then, without `newcomers`. */
  readonly missingBefore: number;
  /** Songs that came while it was away: they are not what is waited for. */
  readonly newcomers: ReadonlySet<number>;
  readonly rootId: number;
  /** Songs and folders (with all below) that were there before and are not now. */
  readonly vanishedSongs: Set<number>;
  readonly vanishedFolders: Set<number>;
  /** Keys of folders that become theirs once what vanished from them is settled. */
  readonly keysToSettle: Map<number, number>;
  /** It is away and not looked at whole, which says nothing of it: nothing of it is settled. */
  readonly staysAway: boolean;
  /** Whether files of it that did not change are read as well, in folders that have no key yet. */
  readonly rereads: boolean;
  /** Whether missing songs of this source are to be dropped. */
  readonly isForgotten: boolean;
}
