export { commonFolder } from './archive-names.ts';
export { createContainers } from './containers.ts';
export { createSendArchive } from './song-archive-routes.ts';
export { createSendSong, createSendStream } from './song-stream-routes.ts';
export { createStreamActivity } from './stream-activity.ts';
export { chooseStream } from './stream-choice.ts';
export { createDecisions } from './stream-decision.ts';
export { createStreamingRoutes } from './streaming-routes.ts';
