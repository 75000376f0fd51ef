// A screen that nobody sees, a bus of its own, and one desktop app on it; and what that asks of the server.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts a program that tells something in its first line. @returns the line, and what ends the program */
const startTelling = async (command, argv, environment) => {
  const child = spawn(command, argv, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  const failed = new Promise((_, reject) => child.once('error', reject));
  const line = new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  return { told: await Promise.race([line, failed]), stop: () => child.kill() };
};

/**
 * Stands between an app and the server, and remembers what was asked: method, call, what was sent as `f`, `v` and `c`,
 * status, type and number of bytes of the answer. Nothing of what signs in.
 */
export const startBetween = async (address) => {
  const asked = [];
  const server = createServer((incoming, outgoing) => {
    const { hostname, port } = new URL(address);
    const url = new URL(incoming.url, address);
    const one = { call: url.pathname.replace(/^.*\/rest\//u, ''), bytes: 0 };
    for (const name of ['id', 'f', 'v', 'c']) one[name] = url.searchParams.get(name);
    asked.push(one);
    const options = {
      hostname,
      port,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
    };
    const beyond = request(options, (answer) => {
      Object.assign(one, { status: answer.statusCode, type: answer.headers['content-type'] });
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.on('data', (chunk) => {
        one.bytes += chunk.length;
      });
      answer.pipe(outgoing);
    });
    beyond.on('error', () => outgoing.destroy());
    outgoing.on('close', () => beyond.destroy());
    incoming.pipe(beyond);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, asked, close };
};

/**
 * Starts an app on a screen of its own. `HOME` has its settings.
 * @returns `press`, `double` and `see`, which take a role and a name as assistive technology is told them; `run`, which gives
 * the app another command line; and `close`
 */
export const startOnScreen = async (command) => {
  const runtime = join(process.env.HOME, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const screen = await startTelling(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    process.env,
  );
  const seeing = { ...process.env, DISPLAY: `:${screen.told}`, XDG_RUNTIME_DIR: runtime, LC_ALL: 'C.UTF-8' };
  const bus = await startTelling('dbus-daemon', ['--session', '--nofork', '--print-address=1'], seeing);
  const environment = {
    ...seeing,
    DBUS_SESSION_BUS_ADDRESS: bus.told,
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    QT_ACCESSIBILITY: '1',
  };
  const app = spawn(command, [], { env: environment, stdio: 'ignore' });
  const hand = (what, role, name) => {
    const argv = [join(import.meta.dirname, 'screen-hand.py'), what, role, name];
    const { status, stderr } = spawnSync('/usr/bin/python3', ['-W', 'ignore', ...argv], {
      env: environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1) || `${what} ${name} did not work`);
  };
  return {
    press: (role, name) => hand('press', role, name),
    double: (role, name) => hand('double', role, name),
    see: (role, name) => hand('see', role, name),
    run: (...argv) => spawnSync(command, argv, { env: environment, timeout: 20_000 }),
    close: async () => {
      const ended = new Promise((resolve) => app.once('close', resolve));
      app.kill();
      await ended;
      bus.stop();
      screen.stop();
    },
  };
};
