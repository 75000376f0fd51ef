import type { SearchIndexWriter } from '../search-index/search-index.ts';
import type { Batch } from './batch-store.ts';
import type { CorrectionsStore } from './corrections-store.ts';
import type { DirectoriesStore } from './directories-store.ts';
import type { FilesStore } from './files-store.ts';
import type { LibrarySourcesStore } from './library-sources-store.ts';
import type { Model } from './model/settle-model.ts';
import type { MovesStore } from './moves-store.ts';
import type { SongsStore } from './songs-store.ts';

/** Everything a scan reads and writes of `library.db`, over one connection. */
export interface Library {
  readonly batch: Batch;
  readonly directories: DirectoriesStore;
  readonly songs: SongsStore;
  readonly files: FilesStore;
  readonly sources: LibrarySourcesStore;
  readonly moves: MovesStore;
  /** Albums, artists and genres. */
  readonly model: Model;
  readonly search: SearchIndexWriter;
  /** Finds the songs that corrections are about. */
  readonly corrections: CorrectionsStore;
}

/** Facts about the library, kept as text under these keys. */
export const metaKeys = {
  /** Songs with a greater id are new since the last scan that ended. */
  lastSettledSongId: 'last_settled_song_id',
  /** The picture pattern the folders' pictures were chosen by. */
  pattern: 'album_art_pattern',
  /** The rules by which folders were summed up, see folder-rules. */
  summaryRules: 'summary_rules',
  /** The rules by which songs were taken into albums, artists and genres. */
  modelRules: 'model_rules',
  /** The corrections that songs were corrected by: JSON list of rules. */
  corrections: 'corrections',
  /** Present once a scan has ended. */
  isScanned: 'is_scanned',
  /** The version of the readers that all files of a source were read by. */
  readBy: (sourceId: number): string => `read_by ${sourceId}`,
  /** The version of the readers that files of a source are being read by anew: folders without a key are still to come. */
  rereadBy: (sourceId: number): string => `reread_by ${sourceId}`,
  /** A random text that tells this library from one that was made before or after it. */
  identity: 'library_id',
  /** When and why it was made in place of another: seconds since the epoch, a space, `damaged` or `lost`. */
  rebuilt: 'rebuilt',
} as const;

/** The strings of a JSON list as the library stores it; empty for null. */
export const listOf = (json: string | null): string[] =>
  json === null ? [] : (JSON.parse(json) as string[]);
