import type { Queue } from './queue.ts';

/** Sum of the known lengths, in seconds. */
export const totalDurationSeconds = (queue: Queue): number =>
  queue.entries.reduce((sum, entry) => sum + (entry.song.duration ?? 0), 0);
