import type { Song } from '@tonearm/contract';
import type { EntryKey } from './queue.ts';

/**
 * What a row of any screen carries when it is dragged. A folder stands for every song below it; its
 * songs are asked for when it is dropped. `entries` are rows of the queue itself.
 */
export type DragPayload =
  | { readonly kind: 'songs'; readonly songs: readonly Song[] }
  | { readonly kind: 'folder'; readonly path: string; readonly label: string }
  | { readonly kind: 'entries'; readonly keys: ReadonlySet<EntryKey> };
