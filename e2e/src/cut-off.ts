import type { Locator } from 'playwright-core';

/**
 * How much of an element, and of the ring that it has while it has the focus, lies beyond the window or whatever around
 * it cuts off what lies outside: whole pixels, on the side that misses most.
 */
export const cutOff = (element: Locator): Promise<number> =>
  element.evaluate((inner) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(inner);
    const ring =
      outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const box = inner.getBoundingClientRect();
    const beyond = (edge: { left: number; top: number; right: number; bottom: number }): number =>
      ring +
      Math.max(edge.left - box.left, edge.top - box.top, box.right - edge.right, box.bottom - edge.bottom);
    let cut = beyond({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
    for (let outer = inner.parentElement; outer !== null; outer = outer.parentElement) {
      const isCutting = getComputedStyle(outer).overflowX !== 'visible';
      if (isCutting && outer !== document.body)
        cut = Math.max(cut, beyond(outer.getBoundingClientRect()) - clipMargin(outer));
      if (outer.localName === 'dialog') break;
    }
    return Math.max(0, Math.floor(cut));

    function clipMargin(of: Element): number {
      const { overflowX, overflowClipMargin } = getComputedStyle(of) as CSSStyleDeclaration & {
        overflowClipMargin?: string;
      };
      return overflowX === 'clip' ? Number.parseFloat(overflowClipMargin ?? '0') : 0;
    }
  });
