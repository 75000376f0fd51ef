// `npm run dev`: web and server with reload, on the demo collection.
import { ensureInstalled, handOver } from './lib/prepare.mjs';

ensureInstalled();
handOver('scripts/lib/run-dev.mjs', process.argv.slice(2));
