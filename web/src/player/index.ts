export type { DragPayload } from './drag-payload.ts';
export { usePlayer, usePlayerActions, usePlayerState } from './player-context.tsx';
export { PlayerProvider } from './player-provider.tsx';
export type { PlayerActions } from './player-state.ts';
