export { createStreamingRoutes, type StreamingDeps } from './streaming-routes.ts';
