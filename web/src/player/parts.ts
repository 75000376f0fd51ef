import { part } from '../ui/layers/part.tsx';

/** Runs the player for everything inside. What stands around it can be shown before it has come. */
export const PlayerProvider = part(async () => (await import('./ui/player-provider.tsx')).PlayerProvider);

/** The queue. */
export const QueuePane = part(async () => (await import('./ui/queue/queue-pane.tsx')).QueuePane);

/** The whole player. */
export const PlayerBar = part(async () => (await import('./ui/player-bar.tsx')).PlayerBar);

/** One line about what plays, for narrow windows. */
export const NowPlayingMini = part(async () => (await import('./ui/now-playing-mini.tsx')).NowPlayingMini);
