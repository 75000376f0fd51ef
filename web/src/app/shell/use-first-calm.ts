import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { arePartsAwaited } from '../../ui/layers/part.tsx';

/** The first screen is not waited for longer than this, in milliseconds. */
const longestWaitMs = 1_000;

/**
 * Whether the first screen stands: what it asked for has come and is painted. What nobody sees at once may be
 * loaded then. Somebody who presses something, or a server that is slow, ends the waiting.
 */
export function useFirstCalm(queries: QueryClient): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    if (isCalm) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const end = () => signal.aborted || setCalm(true);
    let frame = 0;
    // The code of a screen that is on its way will ask for what it shows.
    const isWaiting = () => queries.isFetching() > 0 || arePartsAwaited();
    const look = () => {
      if (isWaiting() || frame !== 0) return;
      frame = requestAnimationFrame(() =>
        setTimeout(() => {
          frame = 0;
          if (!isWaiting()) end();
        }),
      );
    };
    const timer = setTimeout(end, longestWaitMs);
    const stopLooking = queries.getQueryCache().subscribe(look);
    window.addEventListener('pointerdown', end, { signal, capture: true });
    window.addEventListener('keydown', end, { signal, capture: true });
    return () => {
      leaving.abort();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      stopLooking();
    };
  }, [queries, isCalm]);
  return isCalm;
}
