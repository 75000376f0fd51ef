import { statSync } from 'node:fs';
import { createFakeClock, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { openState } from '../state/open-state.ts';
import { createCarriedLog } from './carried-log.ts';

const megabyte = 1024 * 1024;

const start = async () => {
  const folder = await tempFolder();
  const { raw, close } = openState(folder.path);
  const carried = createCarriedLog({ raw, clock: createFakeClock(), log: silentLog });
  const add = raw.prepare('INSERT INTO settings (key, value) VALUES (?, ?)');
  return {
    carried,
    /** Writes a row of a size, as everybody does. */
    write: (key: string, bytes: number) => add.run(key, 'x'.repeat(bytes)),
    databaseBytes: () => statSync(folder.join('state.db')).size,
    pages: () => raw.pragma('wal_autocheckpoint', { simple: true }),
    [Symbol.asyncDispose]: async () => {
      await carried.close();
      close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

it('leaves the log alone while it is held, and carries it over on another thread', async () => {
  await using log = await start();
  const release = log.carried.hold();
  for (let number = 0; number < 8; number += 1) log.write(`${number}`, megabyte);
  expect(log.databaseBytes()).toBeLessThan(megabyte);
  await log.carried.carryOver();
  expect(log.databaseBytes()).toBeGreaterThan(8 * megabyte);
  log.write('last', 2 * megabyte);
  await release();
  expect(log.databaseBytes()).toBeGreaterThan(10 * megabyte);
});

it('carries over for everybody who asks, what was written meanwhile included', async () => {
  await using log = await start();
  const release = log.carried.hold();
  log.write('one', megabyte);
  const first = log.carried.carryOver();
  log.write('two', 4 * megabyte);
  await Promise.all([first, log.carried.carryOver(), log.carried.carryOver()]);
  expect(log.databaseBytes()).toBeGreaterThan(5 * megabyte);
  await release();
});

it('is held until the last one releases it, and then SQLite does it by itself again', async () => {
  await using log = await start();
  const releases = [log.carried.hold(), log.carried.hold()];
  expect(log.pages()).toBe(0);
  await releases[0]?.();
  expect(log.pages()).toBe(0);
  await releases[1]?.();
  expect(log.pages()).toBe(1000);
});
