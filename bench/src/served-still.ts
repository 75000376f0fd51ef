import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServedLibrary, serve } from './served-library.ts';

/** How long the answering thread of a product stood still, in milliseconds. */
export interface Still {
  readonly longestMs: number;
  /** Of one look in a hundred; it looks every millisecond. */
  readonly p99Ms: number;
}

const probe = join(import.meta.dirname, 'stand-still.ts');

const longestWaitMs = 10_000;

/** Starts the product as {@link serve} does, with something in it that looks at its answering thread. */
export const serveWatched = (dataFolder: string): Promise<ServedLibrary> =>
  serve(dataFolder, { NODE_OPTIONS: `--import=${probe}` });

/** How long the answering thread stood still since this was asked before. */
export const stoodStill = async ({ product }: ServedLibrary): Promise<Still> => {
  const seen = product.lines.length;
  process.kill(product.pid, 'SIGUSR2');
  const untilMs = performance.now() + longestWaitMs;
  while (performance.now() < untilMs) {
    for (const line of product.lines.slice(seen)) {
      const [, longest, p99] = /^stood still ([\d.]+) ([\d.]+)$/.exec(line) ?? [];
      if (longest !== undefined) return { longestMs: Number(longest), p99Ms: Number(p99) };
    }
    await sleep(1);
  }
  throw new Error('the product does not say how long it stood still');
};
