import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Does what `scripts/start.mjs` does once everything is installed and built, with the sources. */
const standIn = `import { handOver } from '${pathToFileURL(join(root, 'scripts/lib/prepare.mjs')).href}';
handOver('server/src/main.ts', process.argv.slice(2));`;

/** Runs a line of package.json as npm does: through a shell, which gets the signals that are meant for the product. */
const spawnAsNpm = (line: string, argv: readonly string[]) =>
  spawn('sh', ['-c', [line, ...argv.map((word) => `'${word}'`)].join(' ')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that whatever is left over can be ended.
    detached: true,
  });

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
};

it('ends the product when npm is told to end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-stop-'));
  const program = join(folder, 'start.mjs');
  writeFileSync(program, standIn);
  const line = (scripts['start'] ?? '').replace('scripts/start.mjs', `'${program}'`);
  expect(line).toContain(program);
  const argv = ['--host', '127.0.0.1', '--port', '0', '--data', join(folder, 'data'), '--log-level', 'warn'];
  const shell = spawnAsNpm(line, argv);
  try {
    const port = await new Promise<number>((resolve, reject) => {
      shell.once('exit', (code) => reject(new Error(`ended with ${code}`)));
      createInterface({ input: shell.stdout }).on('line', (text) => {
        const match = /^Tonearm is ready: \S+:(\d+)\//.exec(text);
        if (match !== null) resolve(Number(match[1]));
      });
    });
    expect(await isListening(port)).toBe(true);
    shell.kill('SIGTERM');
    expect(await once(shell, 'exit')).toEqual([0, null]);
    expect(await isListening(port)).toBe(false);
  } finally {
    try {
      process.kill(-(shell.pid ?? 0), 'SIGKILL');
    } catch {
      // Nothing is left over, as it should be.
    }
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each(['start', 'dev', 'demo', 'bench', 'trust'])('npm run %s leaves no shell in between', (name) => {
  expect(scripts[name]).toMatch(/^exec node /);
});
