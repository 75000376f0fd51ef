import { createFakeClock } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createSleeper } from './sleeper.ts';

const pauseMs = 30_000;

/** A sleeper whose rounds a test ends one by one. */
const sleeperWith = (sleepMs: number | null = null) => {
  const clock = createFakeClock();
  const rounds: PromiseWithResolvers<number | null>[] = [];
  const failures: unknown[] = [];
  const sleeper = createSleeper({
    round: () => {
      const round = Promise.withResolvers<number | null>();
      rounds.push(round);
      return round.promise;
    },
    onFailure: (error) => failures.push(error),
    pauseMs,
    clock,
  });
  return { clock, sleeper, rounds, failures, end: (index: number) => rounds[index]?.resolve(sleepMs) };
};

/** Lets promises go on for a number of their smallest steps. */
const steps = async (count: number): Promise<void> => {
  for (let step = 0; step < count; step += 1) await Promise.resolve();
};

describe('a sleeper', () => {
  it.each(Array.from({ length: 25 }, (_, step) => step))(
    'hears a wake-up %d steps after its round has ended',
    async (step) => {
      const { sleeper, rounds, end } = sleeperWith();
      sleeper.wake();
      end(0);
      await steps(step);
      sleeper.wake();
      end(1);
      await steps(50);
      expect(rounds).toHaveLength(2);
      end(1);
      await sleeper.settled();
    },
  );

  it('makes one more round of many wake-ups within one', async () => {
    const { sleeper, rounds, end } = sleeperWith();
    sleeper.wake();
    for (let time = 0; time < 5; time += 1) sleeper.wake();
    end(0);
    await steps(20);
    expect(rounds).toHaveLength(2);
    end(1);
    await sleeper.settled();
    expect(rounds).toHaveLength(2);
  });

  it('wakes by itself when its round said so, and once only when it was woken before', async () => {
    const { clock, sleeper, rounds, end } = sleeperWith(1000);
    sleeper.wake();
    end(0);
    await clock.advance(999);
    expect(rounds).toHaveLength(1);
    sleeper.wake();
    end(1);
    await clock.advance(999);
    expect(rounds).toHaveLength(2);
    await clock.advance(1);
    expect(rounds).toHaveLength(3);
    end(2);
    await sleeper.settled();
  });

  it('tells of a round that failed, and tries again after a pause', async () => {
    const { clock, sleeper, rounds, failures } = sleeperWith();
    sleeper.wake();
    rounds[0]?.reject(new Error('no disk'));
    await clock.advance(pauseMs - 1);
    expect([failures.length, rounds.length]).toEqual([1, 1]);
    await clock.advance(1);
    expect(rounds).toHaveLength(2);
  });

  it('begins nothing once it is closed, and waits for what is under way', async () => {
    const { clock, sleeper, rounds, end } = sleeperWith(1000);
    sleeper.wake();
    sleeper.wake();
    let isClosed = false;
    const closed = sleeper.close().then(() => {
      isClosed = true;
    });
    await steps(20);
    expect(isClosed).toBe(false);
    end(0);
    await closed;
    sleeper.wake();
    await clock.advance(10_000);
    expect([rounds.length, clock.pendingCount()]).toEqual([1, 0]);
  });
});
