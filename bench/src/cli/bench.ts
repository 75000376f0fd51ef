/*
 * `npm run bench`: measures the product on generated libraries, and draws what was measured; `--help` lists the flags.
 *
 * `--suite web` measures the web client in Chromium; its budgets, of the library of 100,000, hold at any size.
 * Those of `--suite subsonic`, what apps wait for, hold at any size too, and of `--suite music`, albums and artists, to
 * 100,000; those for a million are its own.
 * Pages and budgets of a smaller light library are its own: `scan-100000-light.md`, `"100000-light"`.
 * Above 100,000 the lists are measured on what the scan suite has scanned before in the same run.
 * Colours of covers are found after a scan: figures of the product at rest wait for that.
 */
import budgets from '../../budgets.json' with { type: 'json' };
import { type BenchOptions, benchHelp, readBenchOptions } from '../bench-options.ts';
import type { LibrarySize } from '../libraries.ts';
import { type Budgets, type Figure, judge, measurementsFolder, tableOf, writeReport } from '../report.ts';
import { diskSuite } from '../suites/disk.ts';
import { enduranceSuite } from '../suites/endurance.ts';
import { eventLoopSuite } from '../suites/event-loop.ts';
import { musicSuite } from '../suites/music.ts';
import { playbackFirefoxSuite, playbackSlowSuite, playbackSuite } from '../suites/playback.ts';
import { scanSuite } from '../suites/scan.ts';
import { servedSuite } from '../suites/served.ts';
import { subsonicSuite } from '../suites/subsonic.ts';
import { webSuite } from '../suites/web.ts';
import { writeCharts } from '../write-charts.ts';

const readOrEnd = (): BenchOptions => {
  try {
    const options = readBenchOptions(process.argv.slice(2));
    if (options !== 'help') return options;
    console.log(benchHelp);
    return process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}. --help lists all flags.`);
    return process.exit(2);
  }
};

const options = readOrEnd();

const suites: Readonly<Record<string, (size: LibrarySize) => Promise<Figure[]>>> = {
  scan: (size) => scanSuite(size, options),
  disk: diskSuite,
  'event-loop': eventLoopSuite,
  served: (size) =>
    servedSuite(size, {
      isScanned: size.songs > 100_000 && options.suites.includes('scan'),
      longestRestMs: options.longestRestMs,
    }),
  web: (size) => webSuite(size, options),
  playback: () => playbackSuite(options.only),
  'playback-slow': () => playbackSlowSuite(options.only),
  'playback-firefox': () => playbackFirefoxSuite(options.only),
  subsonic: (size) => subsonicSuite(size, options.longestRestMs),
  music: (size) => musicSuite(size, options),
  endurance: enduranceSuite,
};

let missed = 0;
for (const size of options.sizes) {
  for (const name of options.suites) {
    const suite = suites[name];
    if (suite === undefined) throw new Error(`there is no suite ${name}: ${Object.keys(suites).join(', ')}`);
    const budgetsOf = budgets as Record<string, Budgets>;
    const budget = budgetsOf[`${name}-${size.name}`] ?? budgetsOf[name] ?? budgetsOf[size.name] ?? {};
    const judged = judge(await suite(size), budget);
    const files = size.isLight ? ' (light files)' : '';
    const title = `${name} of ${size.songs} songs${files}`;
    console.log(`\n${title}\n\n${tableOf(judged)}\n`);
    missed += judged.filter((figure) => figure.isMet === false).length;
    if (options.isReported) writeReport(`${name}-${size.name}`, title, judged);
  }
}
if (options.isReported) writeCharts(measurementsFolder);
process.exit(missed === 0 ? 0 : 1);
