/*
 * Measures the product on generated libraries and writes the results to docs/measurements.
 *
 *   npm run bench -- [--songs 1000,10000] [--suite scan,event-loop,served] [--runs 1] [--rest 1200] [--no-mpd] [--no-report]
 *
 * `--suite web` measures the web client in Chromium; its budgets, of the library of 100,000, hold at any size.
 * Sizes above 100,000 use light files. MPD runs beside where the Debian package is installed.
 * Above 100,000 the lists are measured on what the scan suite has scanned before in the same run.
 * Colours of covers are found after a scan: figures of the product at rest wait for that, at most `--rest` seconds. Ends with exit
 * code 1 when a budget of budgets.json is missed; sizes without budgets are only reported.
 */
import { parseArgs } from 'node:util';
import budgets from '../../budgets.json' with { type: 'json' };
import { type Budgets, type Figure, judge, tableOf, writeReport } from '../report.ts';
import { eventLoopSuite } from '../suites/event-loop.ts';
import { scanSuite } from '../suites/scan.ts';
import { servedSuite } from '../suites/served.ts';
import { webSuite } from '../suites/web.ts';

const { values } = parseArgs({
  options: {
    songs: { type: 'string', default: '1000,10000' },
    suite: { type: 'string', default: 'scan,event-loop,served' },
    runs: { type: 'string', default: '1' },
    rest: { type: 'string', default: '1200' },
    'no-mpd': { type: 'boolean', default: false },
    'no-report': { type: 'boolean', default: false },
  },
});

const longestRestMs = Number(values.rest) * 1000;
const suiteNames = values.suite.split(',');
const suites: Readonly<Record<string, (songs: number) => Promise<Figure[]>>> = {
  scan: (songs) => scanSuite(songs, { runs: Number(values.runs), isAlone: values['no-mpd'], longestRestMs }),
  'event-loop': eventLoopSuite,
  served: (songs) =>
    servedSuite(songs, { isScanned: songs > 100_000 && suiteNames.includes('scan'), longestRestMs }),
  web: webSuite,
};

let missed = 0;
for (const size of values.songs.split(',')) {
  const songs = Number(size);
  for (const name of suiteNames) {
    const suite = suites[name];
    if (suite === undefined) throw new Error(`there is no suite ${name}: ${Object.keys(suites).join(', ')}`);
    const budgetsOf = budgets as Record<string, Budgets>;
    const judged = judge(await suite(songs), budgetsOf[name] ?? budgetsOf[size] ?? {});
    console.log(`\n${name}, ${size} songs\n\n${tableOf(judged)}\n`);
    missed += judged.filter((figure) => figure.isMet === false).length;
    if (!values['no-report']) writeReport(`${name}-${size}`, `${name} of ${size} songs`, judged);
  }
}
process.exit(missed === 0 ? 0 : 1);
