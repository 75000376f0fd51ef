import { existsSync, utimesSync } from 'node:fs';
import { createFakeClock, library, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FileProblem } from '../../tags/index.ts';
import { createTestScanner } from './test-scan.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

/** A collection of two songs; reading one of them is given up while a test says so. */
const createCollection = async (
  folder: { join(name: string): string },
  clock = createFakeClock(),
  reason: FileProblem = 'too_much_work',
) => {
  if (!existsSync(folder.join('music'))) {
    await library().song('a/well.mp3').song('a/slow.mp3').writeTo(folder.join('music'));
  }
  const state = { isSlow: true, reads: 0 };
  const test = createTestScanner(folder.join('data'), {
    clock,
    givesUp: (name) => {
      if (name !== 'slow.mp3') return null;
      state.reads += 1;
      return state.isSlow ? reason : null;
    },
  });
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  const problems = () =>
    test.library.prepare('SELECT name, reason, tries FROM problems').raw().all() as unknown[];
  return { test, state, problems };
};

it('tries a song again whose reading was given up, after pauses that grow, until it can be read', async () => {
  await using folder = await tempFolder();
  const { test, state, problems } = await createCollection(folder);
  await using _ = test;
  await test.scan();
  expect(problems()).toEqual([['slow.mp3', 'too_much_work', 1]]);
  minutes(5);
  await test.scan();
  expect(state.reads).toBe(1);
  minutes(5);
  await test.scan();
  expect(problems()).toEqual([['slow.mp3', 'too_much_work', 2]]);
  minutes(30);
  await test.scan();
  expect(state.reads).toBe(2);
  state.isSlow = false;
  minutes(30);
  await test.scan();
  expect(problems()).toEqual([]);
  expect(test.songs()).toContain('Music/a/slow.mp3');
  await test.scan();
  expect(state.reads).toBe(3);
});

it('tries it at once when the clock was set back, and when somebody asks', async () => {
  await using folder = await tempFolder();
  const { test, state, problems } = await createCollection(folder);
  await using _ = test;
  await test.scan();
  minutes(-60 * 24 * 365);
  await test.scan();
  expect(state.reads).toBe(2);
  for (const paths of [['Music/a/slow.mp3'], null]) {
    minutes(1);
    test.scanner.retryProblems(paths);
    await test.settled();
  }
  expect(problems()).toEqual([['slow.mp3', 'too_much_work', 4]]);
  test.scanner.retryProblems(['Music/a/other.mp3', 'Nothing', '']);
  await test.settled();
  expect(state.reads).toBe(4);
  state.isSlow = false;
  test.scanner.retryProblems(['Music/a/slow.mp3']);
  await test.settled();
  expect(problems()).toEqual([]);
  expect(test.songs()).toHaveLength(2);
});

it('tries it when its time has come, though nobody scans, and looks nowhere else', async () => {
  await using folder = await tempFolder();
  const clock = createFakeClock(Date.now());
  const { test, state, problems } = await createCollection(folder, clock);
  await using _ = test;
  const pass = async (count: number): Promise<void> => {
    minutes(count);
    await clock.advance(count * 60_000);
    await test.settled();
  };
  await library().song('b/new.mp3').writeTo(folder.join('music'));
  await test.scan();
  await library().song('b/newer.mp3').writeTo(folder.join('music'));
  await pass(10);
  expect(problems()).toEqual([['slow.mp3', 'too_much_work', 2]]);
  await pass(59);
  expect(state.reads).toBe(2);
  state.isSlow = false;
  await pass(1);
  expect(problems()).toEqual([]);
  await pass(24 * 60);
  expect(state.reads).toBe(3);
  expect(test.songs()).toEqual(['Music/a/slow.mp3', 'Music/a/well.mp3', 'Music/b/new.mp3']);
});

it('tries a file that changed since at once, and begins to count anew', async () => {
  await using folder = await tempFolder();
  const { test, state, problems } = await createCollection(folder);
  await using _ = test;
  await test.scan();
  minutes(10);
  await test.scan();
  expect(problems()).toEqual([['slow.mp3', 'too_much_work', 2]]);
  minutes(1);
  utimesSync(folder.join('music/a/slow.mp3'), 7, 7);
  await test.scan();
  expect(problems()).toEqual([['slow.mp3', 'too_much_work', 1]]);
  expect(state.reads).toBe(3);
  minutes(10);
  await test.scan();
  expect(state.reads).toBe(4);
});

it.each(['too_much_memory', 'reader_failed', 'no_answer'] as const)(
  'tries what was given up as %s again, after a restart too',
  async (reason) => {
    await using folder = await tempFolder();
    const first = await createCollection(folder, createFakeClock(), reason);
    await first.test.scan();
    expect(first.problems()).toEqual([['slow.mp3', reason, 1]]);
    await first.test[Symbol.asyncDispose]();
    const second = await createCollection(folder, createFakeClock(), reason);
    await using _ = second.test;
    await second.test.scan();
    expect(second.state.reads).toBe(0);
    minutes(10);
    await second.test.scan();
    expect(second.problems()).toEqual([['slow.mp3', reason, 2]]);
    minutes(60);
    second.state.isSlow = false;
    await second.test.scan();
    expect([second.problems(), second.test.songs().length]).toEqual([[], 2]);
  },
);

it('keeps a song in the lists whose changed file is not read yet', async () => {
  await using folder = await tempFolder();
  const { test, state, problems } = await createCollection(folder);
  await using _ = test;
  state.isSlow = false;
  await test.scan();
  state.isSlow = true;
  utimesSync(folder.join('music/a/slow.mp3'), 5, 5);
  await test.scan();
  expect(problems()).toHaveLength(1);
  expect(test.songs()).toHaveLength(2);
});
