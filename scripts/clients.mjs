// `npm run clients`: libraries that others wrote against a running server; see e2e/src/cli/clients.ts.
import { ensureBuilt, ensureInstalled, handOver, wantsHelp } from './lib/prepare.mjs';

ensureInstalled();
if (!wantsHelp()) ensureBuilt();
process.env.TONEARM_BUILT = '1';
handOver('e2e/src/cli/clients.ts', process.argv.slice(2));
