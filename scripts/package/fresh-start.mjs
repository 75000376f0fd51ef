// What somebody new does with the product, within the root of a package: `node fresh-start.mjs COMMAND…` starts it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const [command, ...argv] = process.argv.slice(2);
const server = spawn(command, [...argv, '--host', '127.0.0.1', '--port', '5050'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const give = setTimeout(() => server.kill('SIGKILL'), 60_000);
for await (const line of createInterface({ input: server.stdout })) {
  if (line.startsWith('Tonearm is ready')) break;
}

let token = '';
const call = async (method, path, body) => {
  const answer = await fetch(`http://127.0.0.1:5050/${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  return answer;
};
const json = async (...parts) => (await call(...parts)).json();

const page = await (await call('GET', '')).text();
if (!page.includes('<script')) throw new Error('The page has no player.');
await call('GET', 'api/health');
await call('POST', 'api/user', { name: 'anna', password: 'anna plays on', admin: true });
({ token } = await json('POST', 'api/auth', { username: 'anna', password: 'anna plays on' }));
await call('PUT', 'api/mount_dirs', [{ name: 'Music', source: '/music' }]);
let songs = [];
while (songs.length === 0) {
  songs = await json('GET', 'api/flatten');
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const sound = await (await call('GET', `api/audio/${encodeURIComponent(songs[0].path)}`)).arrayBuffer();
const backup = await json('POST', 'api/backups');
server.kill('SIGTERM');
const [code] = await once(server, 'exit');
clearTimeout(give);
process.stdout.write(
  `plays ${songs[0].path} (${sound.byteLength} bytes), backs up ${backup.name}, ends with ${code}\n`,
);
process.exit(code === 0 && sound.byteLength > 44 ? 0 : 1);
