// `npm run trust`: the long reliability harnesses; see bench/src/cli/trust.ts.
import { ensureBuilt, ensureInstalled, handOver, wantsHelp } from './lib/prepare.mjs';

ensureInstalled();
if (!wantsHelp()) ensureBuilt();
process.env.TONEARM_BUILT = '1';
handOver('bench/src/cli/trust.ts', process.argv.slice(2));
