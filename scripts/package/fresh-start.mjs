// What somebody new does with the product, within the root of a package. `node fresh-start.mjs COMMAND…` starts it and
// ends it; without a command it is the one that runs already.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The folder of the music, the port, and how long a start may take in seconds. */
const {
  FRESH_START_MUSIC: music = '/music',
  FRESH_START_PORT: port = '5050',
  FRESH_START_SECONDS: seconds = '60',
} = process.env;
const root = `http://127.0.0.1:${port}/`;
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const [command, ...argv] = process.argv.slice(2);
const server =
  command === undefined
    ? null
    : spawn(command, [...argv, '--host', '127.0.0.1', '--port', port], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
const give = setTimeout(() => {
  server?.kill('SIGKILL');
  process.stderr.write(`not done after ${seconds} s\n`);
  process.exit(1);
}, Number(seconds) * 1000);

/** Waits until it says that it is ready, or, where it ran before, until it answers. */
const ready = async () => {
  if (server !== null) {
    for await (const line of createInterface({ input: server.stdout }))
      if (line.startsWith('Tonearm is ready')) return;
    throw new Error('It ended before it was ready.');
  }
  while ((await fetch(`${root}api/health`).catch(() => null))?.ok !== true) await sleep(100);
};

/** The server itself: what starts it may stay above it, and not pass on what it is told. */
const serverBelow = (pid) => {
  if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/dist/main.js')) return pid;
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  if (child === '') throw new Error('The server is not below what was started.');
  return serverBelow(Number(child));
};

let token = '';
const call = async (method, path, body) => {
  const answer = await fetch(`${root}${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  return answer;
};
const json = async (...parts) => (await call(...parts)).json();

await ready();
const page = await (await call('GET', '')).text();
if (!page.includes('<script')) throw new Error('The page has no player.');
await call('GET', 'api/health');
await call('POST', 'api/user', { name: 'anna', password: 'anna plays on', admin: true });
({ token } = await json('POST', 'api/auth', { username: 'anna', password: 'anna plays on' }));
await call('PUT', 'api/mount_dirs', [{ name: 'Music', source: music }]);
let songs = [];
while (songs.length === 0) {
  songs = await json('GET', 'api/flatten');
  await sleep(50);
}
const sound = await (await call('GET', `api/audio/${encodeURIComponent(songs[0].path)}`)).arrayBuffer();
const backup = await json('POST', 'api/backups');
const did = `plays ${songs[0].path} (${sound.byteLength} bytes), backs up ${backup.name}`;
let code = 0;
if (server !== null) {
  process.kill(serverBelow(server.pid), 'SIGTERM');
  [code] = await once(server, 'exit');
}
clearTimeout(give);
process.stdout.write(server === null ? `${did}\n` : `${did}, ends with ${code}\n`);
process.exit(code === 0 && sound.byteLength > 44 ? 0 : 1);
