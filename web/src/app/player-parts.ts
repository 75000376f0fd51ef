import { part } from '../ui/part.tsx';

/** The queue. */
export const QueuePane = part(async () => (await import('../player/queue-pane.tsx')).QueuePane);

/** The whole player. */
export const PlayerBar = part(async () => (await import('../player/player-bar.tsx')).PlayerBar);

/** One line about what plays, for narrow windows. */
export const NowPlayingMini = part(
  async () => (await import('../player/now-playing-mini.tsx')).NowPlayingMini,
);
