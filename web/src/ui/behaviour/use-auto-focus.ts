import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus to what appears: browsers heed the attribute `autofocus` in a page or a dialog that opens, not
 * in a part of it that comes later.
 * @returns to be put on the element
 */
export function useAutoFocus<E extends HTMLElement>(isWanted = false): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}
