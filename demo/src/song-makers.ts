import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SongJob } from './song-worker.ts';

/** More than this do not help a demo of a hundred songs. */
const MOST_WORKERS = 8;

/**
 * Makes all songs on as many threads as there are cores.
 * @throws Error that of the first song that could not be made; the others are given up
 */
export async function makeSongs(jobs: readonly SongJob[], onSong: () => void): Promise<void> {
  const queue = [...jobs];
  const count = Math.min(MOST_WORKERS, availableParallelism(), jobs.length);
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./song-worker.ts', import.meta.url)),
  );
  try {
    await Promise.all(
      workers.map(async (worker) => {
        for (let job = queue.shift(); job; job = queue.shift()) {
          worker.postMessage(job);
          await once(worker, 'message');
          onSong();
        }
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
