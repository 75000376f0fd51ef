import { createFakeClock } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Tasks that end when told. */
const createGates = () => {
  const started: string[] = [];
  const gates = new Map<string, () => void>();
  const task = (name: string) => (): Promise<string> => {
    started.push(name);
    return new Promise((resolve) => gates.set(name, () => resolve(name)));
  };
  return { started, task, open: (name: string) => gates.get(name)?.() };
};

const queueOf = (slots: number, mostWaiting: number) =>
  createFairQueue({ slots, mostWaiting, refusal: 'Too many.' });

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('runs one task of a lane at a time, and as many lanes as it has slots, in turns', async () => {
    const queue = queueOf(2, 10);
    const { started, task, open } = createGates();
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) => queue.run(name.charAt(0), task(name)));
    await settled();
    expect(started).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'b1', 'a2', 'c1', 'a3', 'c2']) {
      open(name);
      await settled();
    }
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'a3', 'c2']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
  });

  it('keeps a slot free for others however many tasks one lane brings', async () => {
    const queue = queueOf(2, 100);
    const { started, task, open } = createGates();
    const many = Array.from({ length: 50 }, (_, at) => queue.run('a', task(`a${at}`)));
    await settled();
    const other = queue.run('b', task('b'));
    await settled();
    expect(started).toEqual(['a0', 'b']);
    open('b');
    await other;
    for (let at = 0; at < 50; at += 1) {
      open(`a${at}`);
      await settled();
    }
    await Promise.all(many);
  });

  it('goes on after a task that fails', async () => {
    const queue = queueOf(1, 10);
    const failing = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('refuses when too many wait', async () => {
    const queue = queueOf(1, 1);
    const { task, open } = createGates();
    const first = queue.run('a', task('first'));
    const second = queue.run('a', () => Promise.resolve('second'));
    await expect(queue.run('b', () => Promise.resolve('third'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    open('first');
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  });

  it('refuses who waited for too long, and gives the turn to the next', async () => {
    const clock = createFakeClock();
    const longestWait = { ms: 1000, clock };
    const queue = createFairQueue({ slots: 1, mostWaiting: 10, refusal: 'Too many.', longestWait });
    const leave = await queue.enter('a');
    const late = queue.enter('b');
    const refused = expect(late).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Too many.',
      headers: { 'Retry-After': '5' },
    });
    await clock.advance(900);
    const early = queue.enter('c');
    await clock.advance(200);
    await refused;
    leave();
    leave();
    const leaveEarly = await early;
    let isLastIn = false;
    const last = queue.enter('d').then(() => {
      isLastIn = true;
    });
    await settled();
    expect(isLastIn).toBe(false);
    leaveEarly();
    await last;
  });
});
