// `npm run journeys`: what people do, in Chromium; with `--restarts` the server goes away in the middle of it.
import { findChromium } from './lib/chromium.mjs';
import {
  ensureBuilt,
  ensureInstalled,
  handOver,
  refuseOtherFlags,
  tellHelp,
  vitestFlags,
} from './lib/prepare.mjs';

const help = `Runs the journeys of people through the product, in Chromium; \`npm test\` runs them too.

  npm run journeys -- [--restarts[=SEED]] [FILTERS] [FLAGS OF VITEST]
  npm run journeys -- --seen-red [POINTS]

  --restarts   ends the server and starts it again in the middle of every journey, before one of the first three
               things that are done and before one in eight of those that follow. Another SEED, other moments
               (default 1). Left out are those that end the server by themselves and those that measure or look.
  --seen-red   builds the client with a fault for each thing it promises, one after the other, and looks whether the
               journey about it fails then, and only then. POINTS are numbers of scripts/lib/faults.mjs, or journeys.
  FILTERS      parts of names of files, like playlist
  FLAGS        ${vitestFlags.join(' ')}

Uses an installed Chromium, the one that TONEARM_CHROMIUM names, or installs one.
`;

/** What is no journey, or has a server of its own that goes away. */
const leftOut = [
  'accessibility',
  'accessibility-narrow',
  'first-load',
  'first-sound',
  'looks',
  'server-gone',
  'server-returns',
  'unreachable',
];

tellHelp(help);
refuseOtherFlags(process.argv.slice(2), ['--restarts', '--seen-red', ...vitestFlags]);
const isRestarts = (word) => word === '--restarts' || word.startsWith('--restarts=');
const words = process.argv.slice(2);
const restarts = words.find(isRestarts);
ensureInstalled();
ensureBuilt();
process.env.TONEARM_BUILT = '1';
process.env.TONEARM_CHROMIUM = findChromium() ?? '';
if (words.includes('--seen-red')) {
  handOver(
    'scripts/journeys-red.mjs',
    words.filter((word) => word !== '--seen-red'),
  );
}
if (restarts !== undefined) process.env.TONEARM_RESTARTS = restarts.split('=')[1] ?? '1';
const exclude = leftOut.flatMap((name) => ['--exclude', `tests/${name}.test.ts`]);
handOver('node_modules/vitest/vitest.mjs', [
  'run',
  '--config',
  'e2e/vitest.config.ts',
  ...(restarts === undefined ? [] : exclude),
  ...words.filter((word) => !isRestarts(word)),
]);
