/** What work passes again and again, and waits at while it is shut. */
export interface Gate {
  /** Resolves at once, or when it is opened. */
  passed(): Promise<void>;
  shut(isShut: boolean): void;
}

/** Open. */
export const createGate = (): Gate => {
  let opened = Promise.resolve();
  let open: (() => void) | null = null;
  return {
    passed: () => opened,
    shut(isShut) {
      if (!isShut) {
        open?.();
        open = null;
      } else if (open === null) {
        const { promise, resolve } = Promise.withResolvers<void>();
        opened = promise;
        open = resolve;
      }
    },
  };
};
