import type { CorrectionRule } from '@tonearm/contract';
import type { ModelSettings } from '../../library/model/model-settings.ts';
import type { SongsMoved } from '../../platform/app-events.ts';
import type { BucketAccess } from '../../platform/bucket/bucket-client.ts';
import type { WriteTrouble } from '../../platform/storage-trouble.ts';

/** A source to scan. */
export interface ScanSource {
  readonly name: string;
  /** Absolute folder of the host, or the root of a bucket, see bucket-address. */
  readonly realPath: string;
}

/** What is to be scanned, and how. */
export interface ScanRequest {
  /** All sources in saved order: one that is not here is taken out of the library. */
  readonly sources: readonly ScanSource[];
  /** How the buckets that sources lie in are reached; never told again. */
  readonly buckets: readonly BucketAccess[];
  readonly albumArtPattern: string;
  /** Whether links that leave every source are followed. */
  readonly followsLinksOutside: boolean;
  /** Virtual paths of the folders to look into; null for everything. */
  readonly folders: readonly string[] | null;
  /** Sources whose missing songs are really gone. */
  readonly forget: readonly string[];
  /** How songs are taken into albums, artists and genres. */
  readonly model: ModelSettings;
  /** What administrators corrected, the oldest first. */
  readonly corrections: readonly CorrectionRule[];
  /** Paths of the scan report that are tried again although nothing changed; null for all of it. */
  readonly retry: readonly string[] | null;
}

/** Phases of a scan, in order. */
export type ScanPhase = 'walk' | 'plan' | 'read' | 'write' | 'finish';

/** How far a scan is. Counts are of this scan. */
export interface ScanProgress {
  readonly phase: ScanPhase;
  readonly filesFound: number;
  readonly filesToRead: number;
  readonly filesRead: number;
  /** The part of the folders, 0 to 1, that was looked into. */
  readonly partWalked: number;
  /** Virtual path of the folder that was last looked at or read. */
  readonly currentFolder: string | null;
  /** Of the whole library. */
  readonly problemCount: number;
}

/** How a scan ended. */
export type ScanResult = 'completed' | 'cancelled' | 'failed';

/**
 * Songs that entered the collection, packed: 8 bytes a song that tell its path, and seconds since the epoch;
 * null where a song left its path for another.
 */
export interface FirstSeenBatch {
  readonly pathKeys: Uint8Array<ArrayBuffer>;
  readonly addedAt: readonly (number | null)[];
  /** Songs moved: their dates replace what was noted for their paths. */
  readonly replaces: boolean;
}

/** What the answering process tells the scan process. */
export type ToScanProcess =
  | { readonly kind: 'scan'; readonly request: ScanRequest }
  | { readonly kind: 'keep'; readonly source: string }
  /** Average colours (`#rrggbb`) of folders' pictures, by folder. */
  | { readonly kind: 'colors'; readonly colors: ReadonlyMap<number, string> }
  | { readonly kind: 'moves-followed'; readonly identity: string; readonly lastId: number }
  /** Everybody who follows has what was written, up to this batch. */
  | { readonly kind: 'published'; readonly sequence: number }
  /** Taken out of turn: the running scan is to stop. */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'stop' };

/** What the scan process tells the answering process. */
export type FromScanProcess =
  | { readonly kind: 'progress'; readonly progress: ScanProgress }
  | { readonly kind: 'changed'; readonly revision: number }
  | { readonly kind: 'first-seen'; readonly batch: FirstSeenBatch }
  | {
      readonly kind: 'moves';
      readonly told: SongsMoved;
      /** Whether none is left when these are followed; else the next ones are told then. */
      readonly isLast: boolean;
    }
  /** `library.db` is damaged or gone: nothing more is written to it. */
  | { readonly kind: 'damaged'; readonly error: string }
  | {
      readonly kind: 'ended';
      readonly result: ScanResult;
      /** For the log; null unless it failed. */
      readonly error: string | null;
      /** What writing to the library met; null unless it was that. */
      readonly trouble: WriteTrouble | null;
      /** Whether folders came or went. */
      readonly areFoldersChanged: boolean;
    };
