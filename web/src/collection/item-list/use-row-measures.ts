import { useMemo } from 'react';
import type { RowMeasures } from './layout.ts';

/** Sizes in rem; those of cards are also in item-list.module.css. */
const rowRem = { heading: 3.5, rows: 3.25, tracks: 2.75 } as const;
const cardRem = { least: 10.75, gap: 1.5, narrowGap: 1, text: 3.125, below: 1.625 } as const;
/** Lists narrower than this get the narrow gap. */
const narrowRem = 34;
const fewestColumns = 2;

/** Cards side by side, and the gap between them in pixels. */
export interface ItemMeasures extends RowMeasures {
  readonly gap: number;
}

/** How high rows are and how many cards fit in a list of this width; grows with the reader's font size. */
export function useRowMeasures(width: number): ItemMeasures {
  return useMemo(() => measuresFor(width, remPx()), [width]);
}

/** @param width of the list, @param rem size of a rem; both in pixels */
function measuresFor(width: number, rem: number): ItemMeasures {
  const gap = (width < narrowRem * rem ? cardRem.narrowGap : cardRem.gap) * rem;
  const fitting = Math.floor((width + gap) / (cardRem.least * rem + gap));
  const columnCount = Math.max(fewestColumns, fitting);
  const cardWidth = Math.max(rem, (width - gap * (columnCount - 1)) / columnCount);
  return {
    gap,
    columnCount,
    rowHeights: {
      heading: rowRem.heading * rem,
      rows: rowRem.rows * rem,
      tracks: rowRem.tracks * rem,
      cards: cardWidth + (cardRem.text + cardRem.below) * rem,
    },
  };
}

const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
