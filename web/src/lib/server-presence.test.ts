import { describe, expect, it } from 'vitest';
import { createServerPresence } from './server-presence.ts';

/** A server that answers as told, and timers that run when told. */
const setUp = () => {
  let isThere = true;
  const timers: { delayMs: number; run: () => void }[] = [];
  const asked: boolean[] = [];
  const presence = createServerPresence({
    ask: async () => {
      asked.push(isThere);
      return isThere;
    },
    later(run, delayMs) {
      const timer = { delayMs, run };
      timers.push(timer);
      return () => {
        const index = timers.indexOf(timer);
        if (index >= 0) timers.splice(index, 1);
      };
    },
  });
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return {
    presence,
    asked,
    timers,
    goAway: () => {
      isThere = false;
    },
    comeBack: () => {
      isThere = true;
    },
    passTimer: async () => {
      timers.shift()?.run();
      await settle();
    },
    settle,
  };
};

describe('the presence of the server', () => {
  it('is doubted by what got no answer, and only its own silence counts', async () => {
    const { presence, goAway } = setUp();
    expect(await presence.doubt()).toBe(true);
    expect(presence.store.getState().isAway).toBe(false);
    goAway();
    expect(await presence.doubt()).toBe(false);
    expect(presence.store.getState().isAway).toBe(true);
  });

  it('is looked for after 1, 2, 5 and 10 seconds, and every 10 from then on', async () => {
    const { presence, goAway, comeBack, timers, passTimer } = setUp();
    goAway();
    await presence.doubt();
    const delays: number[] = [];
    for (let look = 0; look < 6; look += 1) {
      delays.push(timers[0]?.delayMs ?? 0);
      expect(timers).toHaveLength(1);
      await passTimer();
    }
    expect(delays).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);
    comeBack();
    await passTimer();
    expect(presence.store.getState()).toEqual({ isAway: false, returnCount: 1 });
    expect(timers).toHaveLength(0);
  });

  it('is looked for at once when somebody comes back, and not while it is there', async () => {
    const { presence, goAway, comeBack, asked, timers, settle } = setUp();
    presence.lookNow();
    expect(asked).toEqual([]);
    goAway();
    await presence.doubt();
    comeBack();
    presence.lookNow();
    presence.lookNow();
    await settle();
    expect(asked).toEqual([false, true]);
    expect(presence.store.getState().isAway).toBe(false);
    expect(timers).toHaveLength(0);
  });
});
