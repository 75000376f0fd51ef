import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const { href } = pathToFileURL(join(import.meta.dirname, '../e2e/src/sound-card.ts'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonearm-sound-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process with a sound card. In the place of PulseAudio stands what says its number and waits. */
const startWithCard = async () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const said = join(folder, 'said');
  writeFileSync(join(bin, 'pulseaudio'), `#!/bin/sh\necho $$ >'${said}'\nexec sleep 600\n`);
  chmodSync(join(bin, 'pulseaudio'), 0o755);
  const home = join(folder, 'home');
  mkdirSync(home);
  const program = `import { startSoundCard } from '${href}';
    startSoundCard(${JSON.stringify(home)});
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect.poll(() => existsSync(said) && readFileSync(said, 'utf8')).toMatch(/^\d+\n/);
  return { child, home, sound: Number(readFileSync(said, 'utf8')) };
};

const isThere = (processId: number): boolean => {
  try {
    // One that has ended and that nobody has asked for yet still has a number.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'));
  } catch {
    return false;
  }
};

it.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
  'ends a sound card, and takes its folder away, with who started it: %s',
  async (signal) => {
    const { child, home, sound } = await startWithCard();
    expect(isThere(sound)).toBe(true);
    child.kill(signal);
    await once(child, 'exit');
    await expect.poll(() => isThere(sound)).toBe(false);
    await expect.poll(() => existsSync(home)).toBe(false);
  },
);
