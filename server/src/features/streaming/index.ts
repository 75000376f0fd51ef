export { createStreamActivity } from './stream-activity.ts';
export { createSendSong, createStreamingRoutes } from './streaming-routes.ts';
