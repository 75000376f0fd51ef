import type { Clock } from './clock.ts';

/**
 * Waits until something that happens again and again, which `begin` tells, has not happened for a while.
 * @param deps.quietMs `onDue` is called when it has not happened for so long
 * @param deps.longestMs or at the latest so long after the first time
 */
export const createQuietTime = (deps: {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly quietMs: number;
  readonly longestMs: number;
  readonly onDue: () => void;
}): { begin(): void; stop(): void } => {
  let cancelQuiet: (() => void) | null = null;
  let cancelLatest: (() => void) | null = null;
  const stop = (): void => {
    cancelQuiet?.();
    cancelLatest?.();
    cancelQuiet = null;
    cancelLatest = null;
  };
  const end = (): void => {
    stop();
    deps.onDue();
  };
  return {
    begin: () => {
      cancelQuiet?.();
      cancelQuiet = deps.clock.schedule(deps.quietMs, end);
      cancelLatest ??= deps.clock.schedule(deps.longestMs, end);
    },
    stop,
  };
};
