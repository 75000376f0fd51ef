import type { Clock } from './clock.ts';

/** A difference up to this is taken for a correction or a sleeping machine and followed, in milliseconds. */
const largestCorrectionMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Wall time that does not follow jumps: a machine whose clock is set ten years ahead must not sign
 * everybody out. Corrections of up to a week (and time spent asleep, which monotonic clocks leave out)
 * are followed.
 * @returns milliseconds since the epoch
 */
export const createSteadyTime = (clock: Clock): (() => number) => {
  let wallMs = clock.nowMs();
  let monotonicMs = clock.monotonicMs();
  return () => {
    const monotonicNowMs = clock.monotonicMs();
    const expectedMs = wallMs + (monotonicNowMs - monotonicMs);
    const wallNowMs = clock.nowMs();
    wallMs = Math.abs(wallNowMs - expectedMs) <= largestCorrectionMs ? wallNowMs : expectedMs;
    monotonicMs = monotonicNowMs;
    return Math.round(wallMs);
  };
};
