// `npm run accessibility`: every screen with every accent on every base, on a desktop and 320 pixels wide.
import { findChromium } from './lib/chromium.mjs';
import { ensureBuilt, ensureInstalled, handOver, wantsHelp } from './lib/prepare.mjs';

const help = `Looks for violations of WCAG 2.0 to 2.2 (A and AA) and of best practice on every screen, with every accent on every base,
on a desktop and 320 pixels wide. \`npm test\` does the same and lets the accents take turns.

  npm run accessibility -- [FLAGS OF VITEST]

  -t TEXT    only the tests whose name holds TEXT

Uses an installed Chromium, the one that TONEARM_CHROMIUM names, or installs one.
`;

if (wantsHelp()) {
  process.stdout.write(help);
  process.exit(0);
}
ensureInstalled();
ensureBuilt();
process.env.TONEARM_BUILT = '1';
process.env.TONEARM_EVERY_THEME = '1';
process.env.TONEARM_CHROMIUM = findChromium() ?? '';
handOver('node_modules/vitest/vitest.mjs', [
  'run',
  '--config',
  'e2e/vitest.config.ts',
  'accessibility',
  ...process.argv.slice(2),
]);
