import type { Clock } from '../clock.ts';

/** How often it is looked at what the process did, in milliseconds. */
const lookMs = 30_000;

/** Who took less processor time than this between two looks is idle, in milliseconds: a hundredth. */
const idleCpuMs = 300;

/** Less work than this leaves nothing behind that is worth another pause, in milliseconds of processor time. */
const worthwhileCpuMs = 2_000;

/**
 * Gives memory back more thoroughly than anybody would wait for, each time that the process has become idle after it
 * did something: first after its start.
 * @param deps.cpuMs processor time of this process so far
 * @param deps.giveBack may take some hundred milliseconds
 * @returns ends it
 */
export const createIdleReturn = (deps: {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly cpuMs: () => number;
  readonly giveBack: () => void;
}): (() => void) => {
  let seenMs = deps.cpuMs();
  let returnedMs = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    const nowMs = deps.cpuMs();
    const isIdle = nowMs - seenMs < idleCpuMs;
    if (isIdle && nowMs - returnedMs >= worthwhileCpuMs) {
      deps.giveBack();
      returnedMs = deps.cpuMs();
    }
    seenMs = deps.cpuMs();
    cancel = deps.clock.schedule(lookMs, look);
  };
  let cancel = deps.clock.schedule(lookMs, look);
  return () => cancel();
};
