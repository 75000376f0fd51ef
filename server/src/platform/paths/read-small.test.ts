import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSmall } from './read-small.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-small-'));
  writeFileSync(join(folder, 'a'), '12345678');
  writeFileSync(join(folder, 'empty'), '');
  mkdirSync(join(folder, 'b'));
  symlinkSync('a', join(folder, 'link'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const textOf = async (name: string): Promise<string | undefined> =>
  (await readSmall(join(folder, name), 8))?.toString();

it('reads regular files up to a size, and keeps none open', async () => {
  const openBefore = readdirSync('/proc/self/fd').length;
  expect([await textOf('a'), await textOf('empty')]).toEqual(['12345678', '']);
  for (const name of ['none', 'b', 'link']) expect([name, await textOf(name)]).toEqual([name, undefined]);
  writeFileSync(join(folder, 'a'), '123456789');
  expect(await textOf('a')).toBeUndefined();
  expect(readdirSync('/proc/self/fd').length).toBe(openBefore);
});
