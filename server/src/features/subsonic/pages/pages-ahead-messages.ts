import type { PackedPage } from './packed-page.ts';

/** What the process that makes pages tells of one. */
export interface PageReport {
  /** Entries of it. */
  readonly count: number;
  /** The page and the same in XML, each under the name that it is kept by; none where it cannot be packed. */
  readonly packed: readonly { readonly name: string; readonly packed: PackedPage }[];
}
