#!/usr/bin/env node
// Starts the server of the npm package: with the Node.js that is installed beside it, else with the one that runs now.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));

const ownNode = () => {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-linux-${process.arch}/package.json`);
    const node = join(dirname(manifest), 'bin', 'node');
    return process.platform === 'linux' && existsSync(node) ? node : process.execPath;
  } catch {
    return process.execPath;
  }
};

const flags = JSON.parse(readFileSync(join(folder, 'server', 'node-flags.json'), 'utf8'));
const node = ownNode();
const argv = [...flags, join(folder, 'server', 'dist', 'main.js'), ...process.argv.slice(2)];
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', ...process.env };
if (typeof process.execve === 'function') process.execve(node, [node, ...argv], environment);
const child = spawn(node, argv, { stdio: 'inherit', env: environment });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
