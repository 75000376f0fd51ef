// `npm start`: sets up what is missing, then serves the product. Flags are passed on: npm start -- --port 0
import { ensureBuilt, ensureInstalled, handOver, handOverToServer, wantsHelp } from './lib/prepare.mjs';

ensureInstalled();
// What flags there are is known without building anything.
if (wantsHelp()) {
  handOver('server/src/main.ts', process.argv.slice(2));
} else {
  ensureBuilt();
  handOverToServer(process.argv.slice(2));
}
