import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { offsetWithin, scrollParentOf } from './use-window.ts';
import { type ViewMemory, writeView } from './view-memory.ts';

/** Writing the history waits until things have been still for this long. */
const stillMs = 200;

interface MemoryDeps {
  /** Name of the list; under another name it begins at its top. */
  readonly label: string;
  readonly list: RefObject<HTMLElement>;
  /** Whether the list has its final height, so that a place in it can be gone to. */
  readonly isReady: boolean;
  /** What the list was opened with; null starts at the top. */
  readonly initial: ViewMemory | null;
  readonly current: () => Omit<ViewMemory, 'scrollTop'>;
}

/**
 * Goes back to where the list was left when Back comes to it, and remembers where it is left. What is
 * remembered lies in the entry of the history, so that two visits of a folder do not mix.
 */
export function useViewMemory({ label, list, isReady, initial, current }: MemoryDeps): void {
  const hasRestored = useRef(false);
  const lastLabel = useRef(label);
  const mayBeScrolled = useRef(false);
  useLayoutEffect(() => {
    if (!isReady || hasRestored.current || !list.current) return;
    hasRestored.current = true;
    const scrollTop = initial?.scrollTop ?? 0;
    mayBeScrolled.current = scrollTop > 0;
    scrollParentOf(list.current).scrollTop = scrollTop;
  }, [isReady, initial, list]);

  useLayoutEffect(() => {
    if (lastLabel.current === label || !list.current) return;
    lastLabel.current = label;
    // Going to the top lays the page out, which nobody who types should wait for.
    if (!mayBeScrolled.current) return;
    mayBeScrolled.current = false;
    scrollParentOf(list.current).scrollTop = 0;
  }, [label, list]);

  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const scroller = scrollParentOf(element);
    const target = scroller === document.scrollingElement ? window : scroller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      if (hasRestored.current) writeView({ scrollTop: scroller.scrollTop, ...latest.current() });
    };
    const onScroll = () => {
      mayBeScrolled.current = true;
      saveSoon();
    };
    const saveSoon = () => {
      const { hash } = window.location;
      clearTimeout(timer);
      timer = setTimeout(() => hash === window.location.hash && save(), stillMs);
    };
    // A click may lead away: what is here has to be written before it does. Elsewhere, as in the player,
    // only links lead away, and whoever presses a button there must not wait for the history.
    const saveOnClick = ({ target: clicked }: MouseEvent) => {
      const leads =
        clicked instanceof Element && (element.contains(clicked) || clicked.closest('a') !== null);
      if (leads) save();
    };
    const root = document.documentElement;
    target.addEventListener('scroll', onScroll, { passive: true });
    root.addEventListener('click', saveOnClick, { capture: true });
    root.addEventListener('keyup', saveSoon, { capture: true });
    return () => {
      clearTimeout(timer);
      target.removeEventListener('scroll', onScroll);
      root.removeEventListener('click', saveOnClick, { capture: true });
      root.removeEventListener('keyup', saveSoon, { capture: true });
    };
  }, [list]);
}

/** Scrolls a pane just so far that a row of its list is seen whole, below what sticks to its top. */
export function revealRow(list: HTMLElement, row: { readonly top: number; readonly height: number }): void {
  const scroller = scrollParentOf(list);
  const top = offsetWithin(scroller, list) + row.top;
  const margin = 8;
  if (top - margin < scroller.scrollTop) scroller.scrollTop = Math.max(0, top - margin);
  const bottom = top + row.height + margin;
  if (bottom > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = bottom - scroller.clientHeight;
}

/** Scrolls a pane so that a row of its list stands below its first `belowPx` pixels. */
export function scrollToRow(list: HTMLElement, row: { readonly top: number }, belowPx: number): void {
  const scroller = scrollParentOf(list);
  scroller.scrollTop = offsetWithin(scroller, list) + row.top - belowPx;
}

/** How many pixels of a list are above the line `belowPx` below the top of its pane; 0 when it begins below that. */
export function scrolledPast(list: HTMLElement, belowPx: number): number {
  const scroller = scrollParentOf(list);
  return Math.max(0, scroller.scrollTop + belowPx - offsetWithin(scroller, list));
}
