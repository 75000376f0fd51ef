import { lazy } from 'react';

/** The queue; comes after the shell, so that the frame stands first. */
export const QueuePane = lazy(() =>
  import('../player/queue-pane.tsx').then((module) => ({ default: module.QueuePane })),
);

/** The whole player. */
export const PlayerBar = lazy(() =>
  import('../player/player-bar.tsx').then((module) => ({ default: module.PlayerBar })),
);

/** One line about what plays, for narrow windows. */
export const NowPlayingMini = lazy(() =>
  import('../player/now-playing-mini.tsx').then((module) => ({ default: module.NowPlayingMini })),
);
