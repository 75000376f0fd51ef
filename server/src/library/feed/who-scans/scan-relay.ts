import type { ScanStatus } from '@tonearm/contract';

/** What a process asks of the one that scans. */
export type RelayedWish =
  | { readonly kind: 'everything' }
  | { readonly kind: 'folders'; readonly paths: readonly string[] }
  | { readonly kind: 'retry'; readonly paths: readonly string[] | null }
  | { readonly kind: 'forget'; readonly source: string }
  | { readonly kind: 'keep'; readonly source: string }
  | { readonly kind: 'cancel' };

/** What processes of one collection tell the one that scans, and it them. */
export interface ScanRelay {
  /** Tells everybody how it stands with scans. */
  tell(status: ScanStatus): Promise<void>;
  /** What was told last; null before the first time. */
  told(): Promise<ScanStatus | null>;
  wish(wish: RelayedWish): Promise<void>;
  /** Takes what was asked for, the oldest first; nobody else gets it then. */
  takeWishes(): Promise<readonly RelayedWish[]>;
  /** @param hear is told soon after something was told or asked for; it may be told too often, and may miss some */
  onChange(hear: () => void): () => void;
}
