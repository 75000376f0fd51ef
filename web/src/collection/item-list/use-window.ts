import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What of a list is on screen, in pixels from its top, and how wide the list is. */
export interface ListWindow {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** False until the list has been measured; nothing is on screen before. */
  readonly isMeasured: boolean;
}

/** Rows this far outside of the view are drawn too, so that none appears late. */
const overscanPx = 360;
/** The window moves in steps, so that most scroll events change nothing. */
const stepPx = 120;

/** What stands above the list may move it unseen; this long after scrolling it is looked at again. */
const stillMs = 200;

/** The part of a list that the pane around it shows; follows scrolling and sizes. */
export function useWindow(list: RefObject<HTMLElement>): ListWindow {
  const [view, setView] = useState<ListWindow>({ from: 0, to: 0, width: 0, isMeasured: false });
  const latest = useRef(view);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const scroller = scrollParentOf(element);
    const target = scroller === document.scrollingElement ? window : scroller;
    // Asking for places and sizes makes the browser lay out the page: not at every scroll event.
    let frame: Frame = { offset: 0, height: 0, width: 0 };
    const show = () => {
      const next = windowAt(scroller.scrollTop, frame);
      if (isSame(latest.current, next)) return;
      latest.current = next;
      setView(next);
    };
    const measure = () => {
      frame = {
        offset: offsetWithin(scroller, element),
        height: viewHeightOf(scroller),
        width: element.clientWidth,
      };
      show();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, stillMs);
      show();
    };
    measure();
    target.addEventListener('scroll', onScroll, { passive: true });
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    sizes?.observe(scroller);
    sizes?.observe(element);
    // What stands above the list moves it when it grows.
    if (element.parentElement) sizes?.observe(element.parentElement);
    return () => {
      clearTimeout(timer);
      target.removeEventListener('scroll', onScroll);
      sizes?.disconnect();
    };
  }, [list]);
  return view;
}

/** The nearest element around `element` that scrolls up and down; the page when there is none. */
export function scrollParentOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** Distance from the top of what a pane scrolls to the top of an element in it. */
export function offsetWithin(scroller: Element, element: Element): number {
  const paneTop = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
  return element.getBoundingClientRect().top - paneTop + scroller.scrollTop;
}

/** Height of what a pane shows at once. Where nothing is laid out (tests), that of the window. */
export const viewHeightOf = (scroller: Element): number => scroller.clientHeight || window.innerHeight;

/** Where a list begins in what its pane scrolls, how much of that is seen, and how wide the list is. */
interface Frame {
  readonly offset: number;
  readonly height: number;
  readonly width: number;
}

function windowAt(scrollTop: number, { offset, height, width }: Frame): ListWindow {
  const above = Math.max(0, scrollTop - offset);
  const from = Math.floor(above / stepPx) * stepPx;
  return { from: from - overscanPx, to: from + stepPx + height + overscanPx, width, isMeasured: true };
}

const isSame = (a: ListWindow, b: ListWindow): boolean =>
  a.from === b.from && a.to === b.to && a.width === b.width && a.isMeasured === b.isMeasured;
