export { createAwayWatch } from './away-watch.ts';
export { createWatchLink } from './watch-link.ts';
