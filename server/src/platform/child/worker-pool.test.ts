import { closeSync, existsSync, openSync } from 'node:fs';
import { createFakeClock, tempFolder } from '@tonearm/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makePipes } from '../../../test/named-pipe.ts';
import type { Clock } from '../clock.ts';
import { createWorkerPool, WorkerFailure, type WorkerPool } from './worker-pool.ts';

/** Only a broken one reaches it. */
const patience = { timeout: 150_000 };

let pool: WorkerPool<readonly string[], string> | null = null;
afterEach(() => pool?.close());

type PoolClock = Pick<Clock, 'monotonicMs' | 'schedule'>;

const createPool = (size: number, clock: PoolClock | null = null, tasksThatWait = 0, ahead = 0) => {
  pool = createWorkerPool({
    entry: new URL('./test-pool-worker.ts', import.meta.url),
    size,
    patience: tasksThatWait,
    ahead,
    stepLimits: { cpuMs: 1000, stillMs: 60_000, longestMs: 600_000 },
    ...(clock === null ? {} : { clock }),
    limits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
  });
  return pool;
};

/** A clock that is moved without anybody else getting a turn. */
const createHandClock = () => {
  let nowMs = 0;
  let task = (): void => {};
  const clock: PoolClock = {
    monotonicMs: () => nowMs,
    schedule: (_delayMs, next) => {
      task = next;
      return () => {};
    },
  };
  const advance = (ms: number): void => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
      nowMs += 200;
      task();
    }
  };
  return { ...clock, advance };
};

const failureOf = async (run: Promise<string>): Promise<WorkerFailure> => {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof WorkerFailure) return error;
  throw new Error(`no failure: ${String(error)}`);
};

describe('a worker pool', () => {
  it('gives results in the order of the tasks', async () => {
    const tasks = Array.from({ length: 20 }, (_, index) => [`task ${index}`]);
    const own = createPool(2);
    expect(await Promise.all(tasks.map((task) => own.run(task)))).toEqual(tasks.map(([text]) => text));
    expect(own.pending()).toBe(0);
  });

  it.each([
    ['spin', 'deadline'],
    ['eat', 'memory'],
    ['throw', 'crash'],
  ] as const)('loses only the worker whose step does %s', async (what, reason) => {
    const own = createPool(1);
    const [bad, good] = [failureOf(own.run(['ok', 'ok', what, 'ok'])), own.run(['fine'])];
    expect(await bad).toMatchObject({ reason, step: 3 });
    expect(await good).toBe('fine');
  });

  it('gives up a step that does not come on at all, and only after a long time', async () => {
    const clock = createFakeClock();
    const own = createPool(1, clock);
    const failed = failureOf(own.run(['ok', 'wait']));
    let isOver = false;
    void failed.then(() => {
      isOver = true;
    });
    await clock.advance(50_000);
    expect(isOver).toBe(false);
    // Whatever the thread worked to start counts as coming on.
    await vi.waitFor(async () => {
      await clock.advance(61_000);
      expect(isOver).toBe(true);
    }, patience);
    expect((await failed).reason).toBe('stalled');
    expect(await own.run(['fine'])).toBe('fine');
  });

  it('lets long tasks go on whose steps are short', async () => {
    const steps = Array.from({ length: 50 }, () => 'ok');
    expect(await createPool(1).run(steps)).toBe(steps.join(' '));
  });

  it('starts another worker only when more tasks wait than it has patience for', async () => {
    const own = createPool(2, null, 1);
    const [first, second] = await Promise.all([own.run(['who']), own.run(['who'])]);
    expect(second).toBe(first);
    const hanging = failureOf(own.run(['wait']));
    const others = await Promise.all([own.run(['who']), own.run(['who'])]);
    expect(new Set(others).size).toBe(1);
    expect(others[0]).not.toBe(first);
    await own.close();
    expect((await hanging).reason).toBe('crash');
  });

  it('has done what a worker that died had still before it, and blames the task and the step that it died of', async () => {
    const own = createPool(1, null, 0, 4);
    const tasks = [['who'], ['ok', 'ok', 'throw'], ['ok', 'who'], ['throw'], ['who']];
    const [before, bad, after, other, last] = await Promise.allSettled(tasks.map((task) => own.run(task)));
    expect(bad).toMatchObject({ reason: { reason: 'crash', step: 3 } });
    expect(other).toMatchObject({ reason: { reason: 'crash', step: 1 } });
    expect([before, after, last]).toMatchObject(Array(3).fill({ status: 'fulfilled' }));
    expect(own.pending()).toBe(0);
  });

  it('blames the task that hangs when an answer before it was not heard, and has what was answered done again', async () => {
    await using folder = await tempFolder();
    const clock = createHandClock();
    const own = createPool(1, clock, 0, 4);
    const begun = folder.join('begun');
    const first = await own.run(['who']);
    const answered = own.run(['who']);
    const hanging = failureOf(own.run(['ok', `note ${begun}`, 'wait']));
    const after = own.run(['who']);
    // Nothing is heard meanwhile: the answer of the one before waits.
    while (!existsSync(begun));
    clock.advance(61_000);
    expect(await hanging).toMatchObject({ reason: 'stalled', step: 3 });
    const others = await Promise.all([answered, after]);
    expect(new Set(others).size).toBe(1);
    expect(others[0]).not.toBe(first);
  });

  it('fails all that waits when too many threads hang in a call of the system', async () => {
    await using folder = await tempFolder();
    const pipe = folder.join('pipe');
    makePipes(pipe);
    const clock = createFakeClock();
    const own = createPool(1, clock, 0, 2);
    // More than are needed: one that was given up just before it hung ends well.
    const notes = Array.from({ length: 12 }, (_, at) => folder.join(`begun ${at}`));
    const hanging = notes.map((note) => failureOf(own.run([`note ${note}`, `open ${pipe}`])));
    const waiting = Array.from({ length: 5 }, () => failureOf(own.run(['fine'])));
    let failed = 0;
    for (const each of waiting) {
      void each.then(() => {
        failed += 1;
      });
    }
    for (const note of notes) {
      await vi.waitFor(() => expect(existsSync(note)).toBe(true), patience);
      await clock.advance(61_000);
      if (failed > 0) break;
    }
    for (const each of [...hanging, ...waiting]) expect((await each).reason).toBe('stalled');
    expect(await failureOf(own.run(['fine']))).toMatchObject({ reason: 'stalled', step: 0 });
    expect(own.pending()).toBe(0);
    // Lets the threads go on, and so end.
    closeSync(openSync(pipe, 'r+'));
  });

  it('waits for a worker that is left when too many threads hang', async () => {
    await using folder = await tempFolder();
    const [pipe, last] = [folder.join('pipe'), folder.join('last')];
    makePipes(pipe, last);
    const clock = createFakeClock();
    const own = createPool(2, clock);
    const hang = async (path: string, note: string): Promise<void> => {
      own.run([`note ${note}`, `open ${path}`]).catch(() => {});
      await vi.waitFor(() => expect(existsSync(note)).toBe(true), patience);
    };
    for (let at = 0; at < 4; at += 1) {
      await hang(pipe, folder.join(`begun ${at}`));
      expect(await own.run(['fine'])).toBe('fine');
      await clock.advance(61_000);
    }
    await hang(last, folder.join('begun last'));
    const waiting = own.run(['fine']);
    for (const path of [last, pipe]) closeSync(openSync(path, 'r+'));
    expect(await waiting).toBe('fine');
  });

  it('sends no more than is asked for to a worker that is busy', async () => {
    const own = createPool(2, null, 1, 1);
    const hanging = failureOf(own.run(['wait']));
    const next = failureOf(own.run(['ok']));
    // The one that hangs has another before it, so this one is for somebody else.
    expect(await own.run(['fine'])).toBe('fine');
    await own.close();
    expect([(await hanging).reason, (await next).reason]).toEqual(['crash', 'crash']);
  });

  it('fails what is under way when it is closed, and takes nothing more', async () => {
    const own = createPool(1);
    const running = failureOf(own.run(['wait']));
    const waiting = failureOf(own.run(['ok']));
    await own.close();
    expect((await running).reason).toBe('crash');
    expect((await waiting).reason).toBe('crash');
    expect((await failureOf(own.run(['ok']))).reason).toBe('crash');
  });
});
