// `npm run bench`: measures the product; see bench/src/cli/bench.ts for its flags.
import { ensureBuilt, ensureInstalled, handOver } from './lib/prepare.mjs';

ensureInstalled();
ensureBuilt();
process.env.TONEARM_BUILT = '1';
handOver('bench/src/cli/bench.ts', process.argv.slice(2));
