/** A clock for tests that moves only when told, and the timers that hang on it. */
export interface FakeClock {
  nowMs(): number;
  later(callback: () => void, delayMs: number): () => void;
  /** Moves on and runs what falls due, in order. */
  pass(ms: number): void;
}

/** A clock that stands at `startMs`. */
export const createFakeClock = (startMs = 1_700_000_000_000): FakeClock => {
  let now = startMs;
  let timers: { atMs: number; callback: () => void }[] = [];
  return {
    nowMs: () => now,
    later(callback, delayMs) {
      const timer = { atMs: now + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const due = timers.filter((timer) => timer.atMs <= until).toSorted((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        now = due.atMs;
        timers = timers.filter((timer) => timer !== due);
        due.callback();
      }
      now = until;
    },
  };
};
