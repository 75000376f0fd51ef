// `npm start`: sets up what is missing, then serves the product. Flags are passed on: npm start -- --port 0
import { ensureBuilt, ensureInstalled, handOver, serverFlags, wantsHelp } from './lib/prepare.mjs';

ensureInstalled();
// What flags there are is known without building anything.
if (!wantsHelp()) ensureBuilt();
handOver(wantsHelp() ? 'server/src/main.ts' : 'server/dist/main.js', process.argv.slice(2), serverFlags());
