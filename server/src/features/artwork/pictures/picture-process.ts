// A process of its own for pictures: whatever a hostile file does to a decoder, the server goes on. It is
// started and, past a deadline, killed by picture-processes.ts.
import sharp from 'sharp';
import { takeOwnEnd } from '../../../platform/child/own-end.ts';
import { openGiveBack } from '../../../platform/memory/memory-return.ts';
import type { PictureJob, PictureReport } from './picture-messages.ts';
import { workOnPicture } from './picture-work.ts';

/** Resident memory past which the process gives up, in bytes: far above what the largest allowed picture takes. */
const mostMemoryBytes = 512 * 1024 * 1024;

/** How often memory is looked at, in milliseconds. */
const memoryCheckMs = 100;

/**
 * When pages of programs are given back that only the start needed, in milliseconds: looking at the covers of a large
 * collection takes hours.
 */
const tidyAfterMs = 5_000;

const { tell, serve } = takeOwnEnd<PictureJob, PictureReport>();

const answer = async (job: PictureJob): Promise<void> => {
  try {
    tell({ id: job.id, outcome: await workOnPicture(job) });
  } catch (error) {
    tell({ id: job.id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};

const guardMemory = (): void => {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > mostMemoryBytes) process.kill(process.pid, 'SIGKILL');
  }, memoryCheckMs);
  timer.unref();
};

// One picture at a time on one core; nothing is seen twice, so the library's own cache would only cost.
sharp.concurrency(1);
sharp.cache(false);
guardMemory();
setTimeout(
  openGiveBack(() => {}),
  tidyAfterMs,
).unref();
serve((job) => void answer(job));
tell({ isReady: true });
