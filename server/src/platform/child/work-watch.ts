/** What is seen of a thread from outside. */
export interface WorkSeen {
  /** Monotonic milliseconds. */
  readonly atMs: number;
  /** Steps it has begun, and signs of life it has given, since it started. */
  readonly steps: number;
  readonly pulses: number;
  /** Processor time it has used so far, in milliseconds, as far as it is known. */
  readonly cpuMs: number;
}

/** How much one step may take. */
export interface WorkLimits {
  /** Processor time of one step, in milliseconds: what it works, not how long it waits for a disk or a processor. */
  readonly cpuMs: number;
  /** How long nothing at all may come of it, in milliseconds: no sign of life, and no work. */
  readonly stillMs: number;
  /** How long it may take in all, in milliseconds, however slowly it goes on. */
  readonly longestMs: number;
}

/** Why work is given up: too much of it, or none comes about. */
export type WorkVerdict = 'deadline' | 'stalled';

/** Watches one task of a thread, step by step. */
export interface WorkWatch {
  see(seen: WorkSeen): WorkVerdict | null;
}

/**
 * Begins to watch. Until the first step only stillness counts: a thread takes its time to start.
 * @param first what was seen when the task was given
 */
export const watchWork = (limits: WorkLimits, first: WorkSeen): WorkWatch => {
  let begun = first;
  let last = first;
  let movedAtMs = first.atMs;
  return {
    see: (seen) => {
      const isMoving = seen.steps !== last.steps || seen.pulses !== last.pulses || seen.cpuMs > last.cpuMs;
      if (isMoving) movedAtMs = seen.atMs;
      if (seen.steps !== last.steps) begun = seen;
      last = seen;
      if (seen.steps !== first.steps && seen.cpuMs - begun.cpuMs > limits.cpuMs) return 'deadline';
      const isStill = seen.atMs - movedAtMs > limits.stillMs;
      return isStill || seen.atMs - begun.atMs > limits.longestMs ? 'stalled' : null;
    },
  };
};
