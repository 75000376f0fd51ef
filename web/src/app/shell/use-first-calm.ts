import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { firstPress } from '../../lib/first-press.ts';
import { arePartsAwaited, onPartArrival } from '../../ui/layers/part.tsx';

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
    const stops = [queries.getQueryCache().subscribe(look), onPartArrival(look)];
    void firstPress.then(end);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [queries, isCalm]);
  return isCalm;
}
