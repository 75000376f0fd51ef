// `npm run browsers`: journeys in Firefox and in WebKit, beside those in Chromium that `npm test` runs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './lib/browsers.mjs';
import {
  ensureBuilt,
  ensureInstalled,
  nodeBinary,
  refuseOtherFlags,
  root,
  tellHelp,
  vitestFlags,
} from './lib/prepare.mjs';

const help = `Runs the journeys that other browsers than Chromium can be driven through: Firefox by WebDriver BiDi, WebKitGTK by
its driver. Both are found, or installed from Debian packages by root. One that cannot be had is told, and is no success.

  npm run browsers -- [firefox] [webkit] [FILTERS] [FLAGS OF VITEST]

Both, and all journeys, when none is named. FLAGS: ${vitestFlags.join(' ')}
`;

tellHelp(help);
refuseOtherFlags(process.argv.slice(2), vitestFlags);
ensureInstalled();
ensureBuilt();

const configs = { firefox: 'e2e/firefox/vitest.config.ts', webkit: 'e2e/webkit/vitest.config.ts' };
const words = process.argv.slice(2);
const named = words.filter((word) => word in configs);
const filters = words.filter((word) => !(word in configs));

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const passes = (name) => {
  const program = findBrowser(name);
  if (program === undefined) return false;
  const env = { ...process.env, TONEARM_BUILT: '1', [`TONEARM_${name.toUpperCase()}`]: program };
  const argv = [vitest, 'run', '--config', configs[name], ...filters];
  return spawnSync(nodeBinary(), argv, { cwd: root, stdio: 'inherit', env }).status === 0;
};

const results = (named.length > 0 ? named : Object.keys(configs)).map(passes);
process.exit(results.every(Boolean) ? 0 : 1);
