export { createStreamActivity } from './stream-activity.ts';
export { createStreamingRoutes } from './streaming-routes.ts';
