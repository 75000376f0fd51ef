import type { KeptLine } from './log.ts';

/** A line with its number, counted from the start. */
export interface NumberedLine extends KeptLine {
  readonly id: number;
}

/** The latest lines of a log, in memory. */
export interface LogRing {
  readonly keep: (line: KeptLine) => void;
  /** The newest last. */
  lines(): NumberedLine[];
}

/** More is not kept, so that a log that says a lot needs no more memory than this, in lines and characters a line. */
const mostLines = 1000;
const longestLine = 4000;

/** An empty ring. */
export const createLogRing = (most = mostLines): LogRing => {
  const ring: NumberedLine[] = [];
  let count = 0;
  return {
    keep: (line) => {
      const text = line.text.length > longestLine ? `${line.text.slice(0, longestLine)}…` : line.text;
      ring[count % most] = { ...line, text, id: count };
      count += 1;
    },
    lines: () => ring.toSorted((one, other) => one.id - other.id),
  };
};
