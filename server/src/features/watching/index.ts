export { createAwayWatch } from './away-watch.ts';
export { createWatchLink, type WatchState } from './watch-link.ts';
