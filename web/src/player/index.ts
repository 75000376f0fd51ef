export type { PlayerActions } from './core/player-state.ts';
export { NowPlayingMini, PlayerBar, QueuePane } from './parts.ts';
export type { DragPayload } from './ui/drag-payload.ts';
export { usePlayer, usePlayerActions, usePlayerState } from './ui/player-context.tsx';
export { PlayerProvider } from './ui/player-provider.tsx';
