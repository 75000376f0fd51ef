import { parseArgs } from 'node:util';
import { type LibrarySize, sizeOf } from './libraries.ts';

/** What a run of the measurements was asked for. */
export interface BenchOptions {
  readonly sizes: readonly LibrarySize[];
  readonly suites: readonly string[];
  readonly runs: number;
  /** How long the product is waited for to come to rest. */
  readonly longestRestMs: number;
  /** Nothing runs beside. */
  readonly isAlone: boolean;
  readonly isReported: boolean;
}

const countOf = (text: string): number => {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${text} is not a number of songs or runs`);
  return count;
};

/** Reads the flags of `npm run bench`. @throws Error for one that there is not, or without a usable value */
export const readBenchOptions = (argv: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      songs: { type: 'string', default: '1000,10000' },
      suite: { type: 'string', default: 'scan,event-loop,served' },
      runs: { type: 'string', default: '1' },
      rest: { type: 'string', default: '1200' },
      light: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      'no-report': { type: 'boolean', default: false },
    },
  });
  return {
    sizes: values.songs.split(',').map((songs) => sizeOf(countOf(songs), { isLight: values.light })),
    suites: values.suite.split(','),
    runs: countOf(values.runs),
    longestRestMs: Number(values.rest) * 1000,
    isAlone: values.alone,
    isReported: !values['no-report'],
  };
};
