// `npm run clients`: libraries that others wrote against a running server; see e2e/src/cli/clients.ts.
import { ensureBuilt, ensureInstalled, handOver, refuseOtherFlags, wantsHelp } from './lib/prepare.mjs';

refuseOtherFlags(process.argv.slice(2), ['--help', '-h', '--record']);
ensureInstalled();
if (!wantsHelp()) ensureBuilt();
process.env.TONEARM_BUILT = '1';
handOver('e2e/src/cli/clients.ts', process.argv.slice(2));
