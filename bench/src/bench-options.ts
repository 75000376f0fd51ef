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
  /** Only figures whose names begin with one of these, between commas, where a suite can leave others out. */
  readonly only: string;
  /** A data folder in which the library is scanned already; a copy of it is measured. Null to scan one first. */
  readonly scannedFolder: string | null;
}

/** Text of `--help`. */
export const benchHelp = `Measures the product on generated libraries and writes the results to docs/measurements.

  npm run bench -- [FLAGS]

  --songs LIST   sizes of the libraries (default 1000,10000)
  --light        light files, which have no sound, at any size; above 100,000 songs they are always light
  --suite LIST   of scan, disk, event-loop, served, web, playback, playback-slow, playback-firefox, endurance,
                 subsonic and music (default scan,event-loop,served)
  --runs N       how often scans are repeated (default 1)
  --rest N       longest wait for the product to come to rest after a scan, in seconds (default 1200)
  --alone        no other server beside; else MPD and minidlna run where their Debian packages are installed, and any
                 whose program is named: TONEARM_BENCH_MPD, TONEARM_BENCH_MINIDLNAD, TONEARM_BENCH_POLARIS
  --only LIST    of the playback suites and web only figures whose names begin so: base,desktop.mp3,palette …
  --scanned DIR  of the music suite: a data folder that has the library already; a copy is measured, and none is
                 scanned before or beside
  --no-report    print only, write nothing

Ends with exit code 1 when a budget of bench/budgets.json is missed; sizes without budgets are only reported.
`;

const countOf = (text: string): number => {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${text} is not a number of songs or runs`);
  return count;
};

/**
 * Reads the flags of `npm run bench`.
 * @returns 'help' when that was asked for
 * @throws Error for a flag that there is not, or without a usable value
 */
export const readBenchOptions = (argv: readonly string[]): BenchOptions | 'help' => {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      songs: { type: 'string', default: '1000,10000' },
      suite: { type: 'string', default: 'scan,event-loop,served' },
      runs: { type: 'string', default: '1' },
      rest: { type: 'string', default: '1200' },
      light: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      scanned: { type: 'string' },
      'no-report': { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    sizes: values.songs.split(',').map((songs) => sizeOf(countOf(songs), { isLight: values.light })),
    suites: values.suite.split(','),
    runs: countOf(values.runs),
    longestRestMs: Number(values.rest) * 1000,
    isAlone: values.alone,
    isReported: !values['no-report'] && values.only === '',
    only: values.only,
    scannedFolder: values.scanned ?? null,
  };
};
