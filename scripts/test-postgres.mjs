// `npm run test:postgres`: the tests that run on PostgreSQL. It starts one for itself, unless TONEARM_TEST_POSTGRES names one.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensurePostgres } from './lib/postgres.mjs';
import {
  ensureInstalled,
  nodeBinary,
  refuseOtherFlags,
  root,
  tellHelp,
  vitestFlags,
} from './lib/prepare.mjs';

tellHelp(`Runs the tests that need PostgreSQL on one that it starts, or on the one that TONEARM_TEST_POSTGRES names.

  npm run test:postgres -- [FILTERS] [FLAGS OF VITEST]

  FILTERS   parts of names of files, like feed
  FLAGS     ${vitestFlags.join(' ')}
`);
refuseOtherFlags(process.argv.slice(2), vitestFlags);
ensureInstalled();
if (!ensurePostgres()) process.exit(1);

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const argv = ['run', '--config', 'server/postgres/vitest.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync(nodeBinary(), [vitest, ...argv], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
