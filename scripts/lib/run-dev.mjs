// Runs web and server with reload on the project's own Node.js: see ../dev.mjs.
import { join } from 'node:path';
import { createServer } from 'vite';
import { account, startDemoServer } from './demo-server.mjs';
import { root } from './prepare.mjs';

const { address } = await startDemoServer({
  argv: ['--host', '127.0.0.1', ...process.argv.slice(2)],
  nodeFlags: ['--watch', '--watch-preserve-output'],
});
process.env.TONEARM_DEV_API = address;
const web = await createServer({ root: join(root, 'web') });
await web.listen();
const [url] = web.resolvedUrls?.local ?? [];
process.stdout.write(`
  Open      ${url} (reloads as you edit; the server restarts when its files change)
  Username  ${account.username}
  Password  ${account.password}

`);
