import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Rows that are rendered: `first` to `first + count - 1`. */
export interface RowWindow {
  readonly first: number;
  readonly count: number;
}

/** Rows rendered beyond those that fit. */
const spareRows = 2;

/**
 * The rows to render for a place of scrolling: as many as fit and two more, from an even row, so that
 * stripes and slots stay where they are while scrolling by single rows.
 */
export const rowWindowAt = (view: {
  scrollTopPx: number;
  heightPx: number;
  rowHeightPx: number;
  rowCount: number;
}): RowWindow => {
  const fitting = Math.ceil(view.heightPx / view.rowHeightPx) + spareRows;
  const top = Math.floor(Math.max(view.scrollTopPx, 0) / view.rowHeightPx);
  const latest = Math.max(view.rowCount - fitting, 0);
  const first = Math.min(evenBelow(top), evenBelow(latest + 1));
  return { first, count: Math.min(fitting, view.rowCount - first) };
};

/**
 * Follows the scrolling of an element that holds rows of one height, and says which to render. Only
 * a change of that answer renders again.
 */
export const useRowWindow = (
  scroller: RefObject<HTMLElement>,
  list: { rowHeightPx: number; rowCount: number },
): RowWindow => {
  const { rowHeightPx, rowCount } = list;
  const measure = useCallback((): RowWindow => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    return rowWindowAt({ scrollTopPx: scrollTop, heightPx: clientHeight, rowHeightPx, rowCount });
  }, [scroller, rowHeightPx, rowCount]);
  const [shown, setShown] = useState<RowWindow>({ first: 0, count: 0 });

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const update = (): void => {
      const next = measure();
      setShown((now) => (now.first === next.first && now.count === next.count ? now : next));
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    const resizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update);
    resizes?.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      resizes?.disconnect();
    };
  }, [scroller, measure]);

  // The list may have become shorter since the last measuring.
  const first = Math.min(shown.first, evenBelow(Math.max(rowCount - 1, 0)));
  return { first, count: Math.max(Math.min(shown.count, rowCount - first), 0) };
};

const evenBelow = (index: number): number => index - (index % 2);

/** Scrolls by as little as it takes to show a row whole. */
export const revealRow = (element: HTMLElement, index: number, rowHeightPx: number): void => {
  const top = index * rowHeightPx;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeightPx > element.scrollTop + element.clientHeight) {
    element.scrollTop = top + rowHeightPx - element.clientHeight;
  }
};

/** Whether any part of a row can be seen. */
export const isRowVisible = (element: HTMLElement, index: number, rowHeightPx: number): boolean => {
  const top = index * rowHeightPx;
  return top + rowHeightPx > element.scrollTop && top < element.scrollTop + element.clientHeight;
};
