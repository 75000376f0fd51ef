export type { Player } from './browser-player.ts';
export type { DragPayload, SongDrag } from './drag-payload.ts';
export { type PlaybackOrder, playbackOrders } from './play-order.ts';
export {
  GivenPlayer,
  PlayerProvider,
  usePlayer,
  usePlayerActions,
  usePlayerState,
} from './player-context.tsx';
export type { PlaybackFault, PlayerActions, PlayerState, UndoOffer } from './player-state.ts';
export type { EntryKey, Queue, QueueEntry } from './queue.ts';
