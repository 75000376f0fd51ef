// A server on the demo collection, as `npm run demo` and `npm run dev` use it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeDemoCollection } from '@tonearm/demo';
import { root } from './prepare.mjs';

/** The demo's only account. Its data is disposable. */
export const account = { username: 'demo', password: 'listen to this' };

const folder = join(root, 'demo-data');
const music = join(folder, 'music');

const post = async (address, { method, path, body, token }) => {
  const headers = { 'Content-Type': 'application/json' };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(new URL(`api/${path}`, address), {
    method,
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
};

const setUp = async (address) => {
  const state = await (await fetch(new URL('api/initial_setup', address))).json();
  if (state.has_any_users) return;
  await post(address, { method: 'PUT', path: 'mount_dirs', body: [{ name: 'Demo', source: music }] });
  const { username: name, password } = account;
  await post(address, { method: 'POST', path: 'user', body: { name, password, admin: true } });
};

/**
 * Makes the collection if it is missing, starts the server on it and sets it up.
 * @param {{ argv: readonly string[], nodeFlags?: readonly string[] }} options
 * @returns the server's process and the address to open
 */
export const startDemoServer = async ({ argv, nodeFlags = [] }) => {
  let shown = -1;
  await makeDemoCollection(music, {
    onProgress: ({ done, total }) => {
      const percent = Math.floor((done / total) * 10) * 10;
      if (percent === shown) return;
      shown = percent;
      process.stdout.write(`Making the demo collection … ${percent} %\n`);
    },
  });
  const child = spawn(
    process.execPath,
    [...nodeFlags, join(root, 'server', 'src', 'main.ts'), '--data', join(folder, 'data'), ...argv],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
  const address = await new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      process.stdout.write(`${line}\n`);
      const match = /^Tonearm is ready: (\S+)/.exec(line);
      if (match !== null) resolve(match[1].endsWith('/') ? match[1] : `${match[1]}/`);
    });
  });
  await setUp(address);
  return { child, address };
};
