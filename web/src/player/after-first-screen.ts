// One file of the build for all that plays and is not seen before the first screen stands.
export { startBrowserPlayer } from './browser-player.ts';
export { PlayerNotices } from './ui/player-notices.tsx';
export { QueueList } from './ui/queue/queue-list.tsx';
