/** A clock that stands still until it is moved. It has the shape of the server's own clock. */
export interface FakeClock {
  /** Wall clock, milliseconds since the epoch. */
  nowMs: () => number;
  /** Monotonic milliseconds; starts at 0. */
  monotonicMs: () => number;
  /** Runs `task` once `delayMs` of monotonic time have passed, during {@link FakeClock.advance}. @returns a function that cancels it */
  schedule: (delayMs: number, task: () => void) => () => void;
  /**
   * Moves both clocks on. Tasks run when their time has come, in the order of their times, each seeing
   * that time; between two of them everything that was awaiting gets its turn. Also runs what they schedule.
   */
  advance: (ms: number) => Promise<void>;
  /** Sets the wall clock only, as a person or a time server does. */
  setNow: (nowMs: number) => void;
  /** How many tasks wait. */
  pendingCount: () => number;
}

/** Noon UTC of 2 January 2024, for tests to which the date does not matter. */
const USUAL_START_MS = Date.UTC(2024, 0, 2, 12);

/** A clock whose wall time starts at `startMs`. */
export function createFakeClock(startMs: number = USUAL_START_MS): FakeClock {
  let wallMs = startMs;
  let monotonicMs = 0;
  let nextId = 0;
  const waiting = new Map<number, { atMs: number; task: () => void }>();

  const move = (toMs: number) => {
    wallMs += toMs - monotonicMs;
    monotonicMs = toMs;
  };

  const nextDue = (untilMs: number) => {
    let due: [number, { atMs: number; task: () => void }] | undefined;
    for (const entry of waiting) {
      if (entry[1].atMs <= untilMs && (!due || entry[1].atMs < due[1].atMs)) due = entry;
    }
    return due;
  };

  return {
    nowMs: () => wallMs,
    monotonicMs: () => monotonicMs,
    schedule(delayMs, task) {
      const id = nextId++;
      waiting.set(id, { atMs: monotonicMs + Math.max(0, delayMs), task });
      return () => {
        waiting.delete(id);
      };
    },
    async advance(ms) {
      const untilMs = monotonicMs + ms;
      await othersTurn();
      for (let due = nextDue(untilMs); due; due = nextDue(untilMs)) {
        waiting.delete(due[0]);
        move(due[1].atMs);
        due[1].task();
        await othersTurn();
      }
      move(untilMs);
    },
    setNow(nowMs) {
      wallMs = nowMs;
    },
    pendingCount: () => waiting.size,
  };
}

/** Lets every promise that is already settled be acted upon. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
