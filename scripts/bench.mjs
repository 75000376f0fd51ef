// `npm run bench`: measures the product; see bench/src/cli/bench.ts for its flags.
import { ensureBuilt, ensureInstalled, handOver } from './lib/prepare.mjs';

ensureInstalled();
ensureBuilt();
handOver('bench/src/cli/bench.ts', process.argv.slice(2));
