export type { PlayerActions } from './core/player-state.ts';
export { NowPlayingMini, PlayerBar, PlayerProvider, QueuePane } from './parts.ts';
export type { DragPayload } from './ui/drag-payload.ts';
export { NowPlayingLayer } from './ui/now-playing/now-playing-layer.tsx';
export { usePlayer, usePlayerState } from './ui/player-context.tsx';
