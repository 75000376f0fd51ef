// `npm run dev`: web and server with reload, on the demo collection.
import { ensureInstalled, handOver, refuseOtherFlags, tellHelp } from './lib/prepare.mjs';

tellHelp(`Runs the server and the web client on the demo collection; both are there again as their files change.

  npm run dev -- [--port N]

  --port N   where the server listens (default 5050); the page says its own address
`);
refuseOtherFlags(process.argv.slice(2), ['--port', '--host']);
ensureInstalled();
handOver('scripts/lib/run-dev.mjs', process.argv.slice(2));
