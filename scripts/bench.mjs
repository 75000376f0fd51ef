// `npm run bench`: measures the product; see bench/src/cli/bench.ts for its flags.
import { ensureBuilt, ensureInstalled, handOver, wantsHelp } from './lib/prepare.mjs';

ensureInstalled();
if (!wantsHelp()) ensureBuilt();
process.env.TONEARM_BUILT = '1';
handOver('bench/src/cli/bench.ts', process.argv.slice(2));
