import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ScanContext } from '../scan-context.ts';
import { createReadQueue } from './read-queue.ts';
import type { FileToRead, FolderJob } from './song-writer.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const jobOf = (virtualPath: string): FolderJob => ({ virtualPath }) as FolderJob;

const filesOf = (count: number): FileToRead[] =>
  Array.from({ length: count }, (_, at) => ({
    file: { name: `${at}.mp3`, realName: null, sizeBytes: 1, mtimeUs: 1 } as FileToRead['file'],
    songId: null,
  }));

/** A queue over readers that answer in a later turn. */
const createQueue = (wanted: number, fails = false) => {
  const counts = { filesRead: 0, currentFolder: null as string | null };
  const taken: string[] = [];
  let cancelled = false;
  let mostAtOnce = 0;
  let atOnce = 0;
  const queue = createReadQueue({ counts, isCancelled: () => cancelled } as unknown as ScanContext, {
    readers: {
      wanted: () => wanted,
      read: async (files: readonly { path: unknown }[]) => {
        atOnce += 1;
        mostAtOnce = Math.max(mostAtOnce, atOnce);
        await turn();
        atOnce -= 1;
        if (fails) throw new Error('no reader');
        return files.map(({ path }) => path);
      },
    } as never,
    writer: {
      take: ({ virtualPath }, { row }) => void taken.push(`${virtualPath} ${String(row)}`),
    },
  });
  return {
    ...{ queue, counts, taken },
    mostAtOnce: () => mostAtOnce,
    cancel: () => {
      cancelled = true;
    },
  };
};

it('reads every file once, in the order in which folders came, by as many readers as are wanted', async () => {
  // A few small folders and long runs of them: what is done with is forgotten after a thousand.
  const folders = fc.array(fc.nat({ max: 60 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      folders,
      fc.constantFrom(0, 1200, 2500),
      fc.integer({ min: 1, max: 3 }),
      async (some, more, wanted) => {
        const sizes = [...some, ...Array<number>(more).fill(1)];
        const { queue, counts, taken, mostAtOnce } = createQueue(wanted);
        const expected = sizes.flatMap((size, folder) =>
          Array.from({ length: size }, (_, at) => `f${folder} /real/${folder}/${at}.mp3`),
        );
        for (const [folder, size] of sizes.entries()) {
          queue.add({ job: jobOf(`f${folder}`), realPath: `/real/${folder}`, files: filesOf(size) });
          await queue.until(3000);
        }
        await queue.until(0);
        expect(taken).toEqual(expected);
        expect([queue.size(), counts.filesRead]).toEqual([0, expected.length]);
        expect(counts.currentFolder).toBe(expected.at(-1)?.split(' ')[0] ?? null);
        expect(mostAtOnce()).toBeLessThanOrEqual(wanted);
      },
    ),
    { numRuns: 30 },
  );
});

it('tells what reading threw, and takes nothing more', async () => {
  const { queue, taken } = createQueue(2, true);
  queue.add({ job: jobOf('f'), realPath: '/real', files: filesOf(200) });
  await expect(queue.until(0)).rejects.toThrow('no reader');
  queue.add({ job: jobOf('g'), realPath: '/real', files: filesOf(1) });
  await expect(queue.until(0)).rejects.toThrow('no reader');
  expect(taken).toEqual([]);
});

it('ends soon when it is cancelled, with what was begun', async () => {
  const { queue, taken, cancel } = createQueue(1);
  queue.add({ job: jobOf('f'), realPath: '/real', files: filesOf(200) });
  cancel();
  await queue.until(0);
  expect(taken).toEqual([]);
  expect(queue.size()).toBe(200 - 48);
});
