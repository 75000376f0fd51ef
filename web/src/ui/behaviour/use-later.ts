import { useEffect, useRef, useState } from 'react';

/** Something that happens later, unless what waits for it is gone by then. */
export interface Later {
  /** Runs a function after a while, in place of what waited before. */
  readonly start: (run: () => void, delayMs: number) => void;
  readonly cancel: () => void;
}

/** A timer that ends with the component, also when it is started by work that outlives it. */
export function useLater(): Later {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  const [later] = useState<Later>(() => ({
    start(run, delayMs) {
      clearTimeout(timer.current);
      if (!isGone.current) timer.current = setTimeout(run, delayMs);
    },
    cancel: () => clearTimeout(timer.current),
  }));
  return later;
}
