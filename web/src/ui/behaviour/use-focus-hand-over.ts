import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Hands the focus on when an element goes that has it, before the browser drops it: for what goes by itself, as a
 * row of a list that somebody else shortened.
 * @param take takes the focus to what stays
 */
export function useFocusHandOver(element: RefObject<Element>, take: () => void): void {
  const latest = useRef(take);
  latest.current = take;
  useLayoutEffect(() => {
    const going = element.current;
    return () => {
      if (going?.contains(document.activeElement)) latest.current();
    };
  }, [element]);
}
