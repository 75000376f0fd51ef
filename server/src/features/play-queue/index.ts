export { createPlayQueues } from './play-queue.ts';
export { createPlayQueueRoutes } from './play-queue-routes.ts';
export { createQueuePaths } from './queue-paths.ts';
