export { createStreamingRoutes } from './streaming-routes.ts';
