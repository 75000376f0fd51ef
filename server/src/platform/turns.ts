/** Gives everybody who asks a turn of the event loop of their own, in order, so that all others get theirs. */
export type Turns = () => Promise<void>;

/** For pieces of work of about a millisecond each, of however many callers. */
export const createTurns = (): Turns => {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
};
