/** Ends one thing. */
export type Cleanup = () => Promise<void> | void;

/**
 * Ends everything, the newest first. One that fails keeps no other from its turn.
 * @throws AggregateError afterwards, with what failed
 */
export const closeAll = async (cleanups: readonly Cleanup[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const cleanup of cleanups.toReversed()) {
    try {
      await cleanup();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.');
};

/** Does something once, however often it is asked to; everybody gets the same promise. */
export const onlyOnce = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
};
