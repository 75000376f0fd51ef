// `npm run demo`: the product on a collection that makes itself, with an account to sign in with.
import { ensureBuilt, ensureInstalled, handOver, refuseOtherFlags, tellHelp } from './lib/prepare.mjs';

tellHelp(`Starts the product on a collection that makes itself, and says with which name and password to sign in.

  npm run demo -- [--port N] [--host ADDRESS]

  --port N         where it listens (default 5050; 0 takes any)
  --host ADDRESS   on which address (default all)
`);
refuseOtherFlags(process.argv.slice(2), ['--port', '--host']);
ensureInstalled();
ensureBuilt();
handOver('scripts/lib/run-demo.mjs', process.argv.slice(2));
