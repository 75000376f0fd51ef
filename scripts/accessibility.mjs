// `npm run accessibility`: every screen with every accent on every base, on a desktop and 320 pixels wide.
import { findChromium } from './lib/chromium.mjs';
import { ensureBuilt, ensureInstalled, handOver } from './lib/prepare.mjs';

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
