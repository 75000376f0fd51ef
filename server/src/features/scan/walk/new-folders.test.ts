import { expect, it } from 'vitest';
import type { ReadFolder } from '../reading/read-folders.ts';
import type { FolderVisit } from './folder-visit.ts';
import { createNewFolders, isNewFolder, type WalkStep } from './new-folders.ts';

const stepOf = (realPath: string | Buffer, id: number | null = null): WalkStep => ({
  visit: { id, realPath } as FolderVisit,
  part: 0,
});

/** Folders that are read when a test says so, each with so many songs. */
const createHeld = (songs: number) => {
  const waiting: (() => void)[] = [];
  const taken: string[] = [];
  const folders = createNewFolders({
    isCancelled: () => false,
    readers: {
      wanted: () => 2,
      readFolders: (paths) =>
        new Promise((resolve) =>
          waiting.push(() =>
            resolve({ songs: songs * paths.length, take: () => paths.map(() => ({}) as ReadFolder) }),
          ),
        ),
    },
    take: ({ visit }) => void taken.push(String(visit.realPath)),
  });
  let next = 0;
  /** As the walk does: adds until it is to wait, then waits for one message. */
  const goOn = async (): Promise<number> => {
    while (!folders.isBusy()) {
      const step = stepOf(`/f/${next}`);
      if (isNewFolder(step)) folders.add(step);
      next += 1;
    }
    const underWay = waiting.length;
    waiting.shift()?.();
    await folders.next();
    return underWay;
  };
  return { goOn, taken };
};

it.each([
  ['few songs', 1, 48],
  ['as many songs as an album', 12, 16],
  ['very many songs', 200, 2],
])('reads ahead by songs, not by folders: of folders with %s', async (_what, songs, most) => {
  const { goOn, taken } = createHeld(songs);
  for (let time = 0; time < 100; time += 1) await goOn();
  expect(await goOn()).toBe(most);
  expect(taken).toEqual(taken.map((_, at) => `/f/${at}`));
});

it('makes objects of what was found only when its turn comes, whenever it came', async () => {
  const made: string[] = [];
  const folders = createNewFolders({
    isCancelled: () => false,
    readers: {
      wanted: () => 2,
      readFolders: async ([first = '', ...others]) => ({
        songs: 1,
        take: () => {
          made.push(first);
          return [null, ...others.map(() => null)];
        },
      }),
    },
    take: () => {},
  });
  const steps = Array.from({ length: 16 }, (_, at) => stepOf(`/f/${at}`)).filter(isNewFolder);
  for (const step of steps) folders.add(step);
  await folders.next();
  expect(made).toEqual(['/f/0']);
  await folders.next();
  expect(made).toEqual(['/f/0', '/f/8']);
});

it('leaves folders to others that are known, in a bucket, or whose path is no text', () => {
  expect(isNewFolder(stepOf('/f'))).toBe(true);
  expect(isNewFolder(stepOf('/f', 7))).toBe(false);
  expect(isNewFolder(stepOf(Buffer.from('/f')))).toBe(false);
  expect(isNewFolder(stepOf('s3://bucket/f'))).toBe(false);
});
