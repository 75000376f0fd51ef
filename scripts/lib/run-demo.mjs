// Runs the demo on the project's own Node.js: see ../demo.mjs.
import { account, startDemoServer } from './demo-server.mjs';

const { address } = await startDemoServer({ argv: process.argv.slice(2) });
process.stdout.write(`
  Open      ${address}
  Username  ${account.username}
  Password  ${account.password}

`);
