// `npm run accessibility`: every screen and state in every window, on every base, by axe and for the eye.
import { findChromium } from './lib/chromium.mjs';
import { ensureBuilt, ensureInstalled, handOver, refuseOtherFlags, tellHelp } from './lib/prepare.mjs';

const help = `Brings about every screen and state of the web client (lists, menus, dialogs, sheets, the palette, what plays; empty,
on its way, failed, away) in windows of 320, 390, 768, 1024, 1440, 2560, 844x390 and 1280x1024 at 400 %, and looks in each for
violations of WCAG 2.0 to 2.2 (A and AA), of best practice and of what axe calls experimental: every rule once, colours on
all four bases, while six accents take turns. Writes a picture of each, and sheets of them. Ends with 1 when anything is
found, or when a state cannot be brought about.

  npm run accessibility -- [FLAGS]

  --sizes LIST       only these windows: 320,400%
  --states PATTERN   only states whose name matches: palette|queue
  --out FOLDER       where pictures go (default .cache/accessibility); what is there goes
  --pictures-only    does not look for violations
  --every-theme      in place of that, the walk of \`npm test\` at two sizes with every accent on every base

Uses an installed Chromium, the one that TONEARM_CHROMIUM names, or installs one.
`;

tellHelp(help);
refuseOtherFlags(process.argv.slice(2), [
  ...['--sizes', '--states', '--out', '--pictures-only', '--every-theme'],
]);
ensureInstalled();
ensureBuilt();
process.env.TONEARM_BUILT = '1';
process.env.TONEARM_CHROMIUM = findChromium() ?? '';
const words = process.argv.slice(2);
if (words.includes('--every-theme')) {
  process.env.TONEARM_EVERY_THEME = '1';
  const rest = words.filter((word) => word !== '--every-theme');
  handOver('node_modules/vitest/vitest.mjs', [
    'run',
    '--config',
    'e2e/vitest.config.ts',
    'accessibility',
    ...rest,
  ]);
}
handOver('e2e/src/cli/accessibility.ts', words);
