// `npm run trust`: the long reliability harnesses; see bench/src/cli/trust.ts.
import { ensureBuilt, ensureInstalled, handOver } from './lib/prepare.mjs';

ensureInstalled();
ensureBuilt();
process.env.TONEARM_BUILT = '1';
handOver('bench/src/cli/trust.ts', process.argv.slice(2));
