// `npm run demo`: the product on a collection that makes itself, with an account to sign in with.
import { ensureBuilt, ensureInstalled, handOver } from './lib/prepare.mjs';

ensureInstalled();
ensureBuilt();
handOver('scripts/lib/run-demo.mjs', process.argv.slice(2));
