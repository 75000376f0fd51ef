import type { Song } from '@tonearm/contract';
import type { DragCarrier } from '../../ui/behaviour/drag-and-drop.ts';
import type { EntryKey } from '../core/queue.ts';

/**
 * What a row of any screen carries when it is dragged. A folder or playlist is loaded when it is
 * dropped, not before. `entries` are rows of the queue itself.
 */
export type DragPayload =
  | { readonly kind: 'songs'; readonly songs: readonly Song[] }
  | { readonly kind: 'later'; readonly load: () => Promise<readonly Song[]> }
  | { readonly kind: 'entries'; readonly keys: ReadonlySet<EntryKey> };

/** What is being dragged through the page. */
export type SongDrag = DragCarrier<DragPayload>;
