export { createSendSong, createSendStream } from './song-stream-routes.ts';
export { createStreamActivity } from './stream-activity.ts';
export { chooseStream } from './stream-choice.ts';
export { createStreamingRoutes } from './streaming-routes.ts';
