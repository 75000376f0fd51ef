import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a file of ours as a thread with which messages are exchanged. It does not hold the server back from ending;
 * whoever starts it hears of its end.
 */
export const startThread = (entry: URL, options: { data: unknown; limits: ResourceLimits }): Worker => {
  const thread = new Worker(entry, { workerData: options.data, resourceLimits: options.limits });
  thread.unref();
  return thread;
};
