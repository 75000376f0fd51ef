import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { holdDataFolder } from '../src/data-folder.ts';
import { silentLog } from '../src/platform/log.ts';
import { type RunningServer, start } from '../src/start.ts';
import { temporaryFolder } from './account-server.ts';
import { makePipes } from './named-pipe.ts';

/* The file that holds the data folder is deleted or replaced under the server that holds it. */

let folder: ReturnType<typeof temporaryFolder>;
let lock: string;
beforeEach(() => {
  folder = temporaryFolder();
  lock = join(folder.path, 'lock');
});
afterEach(() => folder.remove());

const another = 'Another Tonearm is using the data folder';

it('is held again where its lock was deleted, or replaced by an empty file: nobody else gets in', () => {
  const held = holdDataFolder(folder.path);
  for (const isEmptied of [false, true]) {
    rmSync(lock);
    if (isEmptied) writeFileSync(lock, '');
    expect(held.keep()).toBe(true);
    expect(() => holdDataFolder(folder.path)).toThrow(another);
  }
  held.release();
  holdDataFolder(folder.path).release();
});

it('is told of when another server was quicker, which keeps it', () => {
  const first = holdDataFolder(folder.path);
  rmSync(lock);
  const second = holdDataFolder(folder.path);
  expect([first.keep(), first.keep(), second.keep()]).toEqual([false, false, true]);
  first.release();
  expect(() => holdDataFolder(folder.path)).toThrow(another);
  second.release();
});

it.each([
  ['a folder', () => mkdirSync(lock)],
  ['garbage', () => writeFileSync(lock, 'no lock '.repeat(500))],
  ['a pipe', () => makePipes(lock)],
] as const)('is kept beside %s, which nobody can hold, and held again when that is gone', (_, replace) => {
  const held = holdDataFolder(folder.path);
  rmSync(lock);
  replace();
  expect(held.keep()).toBe(true);
  rmSync(lock, { recursive: true });
  expect(held.keep()).toBe(true);
  expect(() => holdDataFolder(folder.path)).toThrow(another);
  held.release();
});

it('ends the server that lost it, in words, and not the one that has it', async () => {
  const told: string[] = [];
  const launch = (name: string, clock: ReturnType<typeof createFakeClock>): Promise<RunningServer> => {
    const argv = ['--host', '127.0.0.1', '--port', '0', '--data', folder.path];
    const config = readConfig({ argv, environment: {}, workingFolder: folder.path });
    const world = { log: silentLog, clock, passwordCost: { memoryKib: 64, passes: 1 } };
    return start(config, world, ({ message }) => told.push(`${name}: ${message}`));
  };
  const clocks = [createFakeClock(), createFakeClock()] as const;
  await using first = await launch('first', clocks[0]);
  await clocks[0].advance(1_000);
  rmSync(lock);
  await using second = await launch('second', clocks[1]);
  for (const clock of clocks) await clock.advance(3_000);
  expect([first.port, second.port].filter((port) => port > 0)).toHaveLength(2);
  expect(told).toEqual([
    expect.stringMatching(/^first: Another Tonearm has taken the data folder .*This one ends/),
  ]);
});
