/** Where time comes from. Handed in, so that tests pass a fake one and nothing sleeps. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch; may jump. */
  nowMs(): number;
  /** Monotonic milliseconds from an arbitrary start; never jumps. */
  monotonicMs(): number;
  /**
   * Runs `task` once after `delayMs` of monotonic time. Does not keep the process alive.
   * @returns a function that cancels it
   */
  schedule(delayMs: number, task: () => void): () => void;
}

/** Longest delay a Node timer takes, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  schedule: (delayMs, task) => {
    const timer = setTimeout(task, Math.min(Math.max(delayMs, 0), longestTimerMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
