import { useEffect } from 'react';
import { logProblem } from '../lib/log.ts';

/** For so long after the first screen stands nothing else is loaded that nobody asked for, in milliseconds. */
const peaceMs = 3_000;

/**
 * Has menus, sheets and the palette come before somebody opens them: a server that goes away takes along what the
 * browser does not have. Not for those who save data.
 */
export function useSoonWanted(isCalm: boolean): void {
  useEffect(() => {
    if (!isCalm || savesData()) return undefined;
    const timer = setTimeout(() => {
      import('./soon-wanted.ts').then(
        ({ loadSoonWanted }) => loadSoonWanted(),
        (cause: unknown) => logProblem('A part of the page could not be loaded ahead', cause),
      );
    }, peaceMs);
    return () => clearTimeout(timer);
  }, [isCalm]);
}

/** Where browsers tell; some do not. */
const savesData = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
