import type { PackedPage } from './packed-page.ts';

/** What the process that makes pages tells of one. */
export interface PageReport {
  readonly name: string;
  /** Entries of it. */
  readonly count: number;
  /** Null where it cannot be packed. */
  readonly packed: PackedPage | null;
}
