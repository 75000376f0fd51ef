import type { Clock } from '../../platform/clock.ts';

/** What has to wait until a time, by name. In memory only: after a restart nothing is held. */
export const createHolds = (clock: Pick<Clock, 'monotonicMs'>) => {
  const untilMs = new Map<string, number>();
  const leftMs = (name: string): number => {
    const left = (untilMs.get(name) ?? 0) - clock.monotonicMs();
    if (left <= 0) untilMs.delete(name);
    return Math.max(0, left);
  };
  return {
    /** Milliseconds that are left; 0 when nothing holds it. */
    leftMs,
    /** Holds it for a while from now; a longer hold stays. */
    hold: (name: string, forMs: number): void => {
      untilMs.set(name, clock.monotonicMs() + Math.max(forMs, leftMs(name)));
    },
  };
};
