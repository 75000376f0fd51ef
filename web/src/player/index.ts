export type { DragPayload } from './drag-payload.ts';
export { type PlaybackOrder, playbackOrders } from './play-order.ts';
export { PlayerProvider, usePlayerActions, usePlayerState } from './player-context.tsx';
export type { PlaybackFault, PlayerActions, PlayerState, UndoOffer } from './player-state.ts';
export type { EntryKey, Queue, QueueEntry } from './queue.ts';
