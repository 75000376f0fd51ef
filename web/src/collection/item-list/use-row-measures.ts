import { useMemo } from 'react';
import { type Choice, useChoice } from '../../storage/choice-setting.ts';
import type { RowMeasures } from './layout.ts';

/** Sizes in rem; those of cards are also in row/faces.module.css. 36, 44 and 56 px at the usual size of letters. */
const rowRem = {
  compact: { rows: 2.25, tracks: 2.25 },
  /** Two lines get more air than one. */
  normal: { rows: 3.25, tracks: 2.75 },
  roomy: { rows: 3.5, tracks: 3.5 },
} as const;
const headingRem = 3.5;
const cardRem = { least: 10.75, gap: 1.5, narrowGap: 1, text: 3.125, below: 1.625 } as const;
/** Lists narrower than this get the narrow gap. */
const narrowRem = 34;
const fewestColumns = 2;

/** Cards side by side, and the gap between them in pixels. */
export interface ItemMeasures extends RowMeasures {
  readonly gap: number;
}

/** How high rows are and how many cards fit in a list of this width; grows with the reader's font size. */
export function useRowMeasures(width: number, leastCardRem: number = cardRem.least): ItemMeasures {
  const density = useChoice('density');
  return useMemo(
    () => measuresFor(width, remPx(), { density, leastCardRem }),
    [width, density, leastCardRem],
  );
}

interface MeasuresHow {
  readonly density: Choice<'density'>;
  readonly leastCardRem: number;
}

/** @param width of the list, @param rem size of a rem; both in pixels */
function measuresFor(width: number, rem: number, { density, leastCardRem }: MeasuresHow): ItemMeasures {
  const gap = (width < narrowRem * rem ? cardRem.narrowGap : cardRem.gap) * rem;
  const fitting = Math.floor((width + gap) / (leastCardRem * rem + gap));
  const columnCount = Math.max(fewestColumns, fitting);
  const cardWidth = Math.max(rem, (width - gap * (columnCount - 1)) / columnCount);
  return {
    gap,
    columnCount,
    rowHeights: {
      heading: headingRem * rem,
      rows: rowRem[density].rows * rem,
      tracks: rowRem[density].tracks * rem,
      cards: cardWidth + (cardRem.text + cardRem.below) * rem,
    },
  };
}

const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
