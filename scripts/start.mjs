// `npm start`: sets up what is missing, then serves the product. Flags are passed on: npm start -- --port 0
import { ensureBuilt, ensureInstalled, handOver, serverFlags } from './lib/prepare.mjs';

ensureInstalled();
ensureBuilt();
handOver('server/dist/main.js', process.argv.slice(2), serverFlags());
