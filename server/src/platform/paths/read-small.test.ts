import {
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AtOnce, readSmall } from './read-small.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-small-'));
  writeFileSync(join(folder, 'a'), '12345678');
  writeFileSync(join(folder, 'empty'), '');
  mkdirSync(join(folder, 'b'));
  symlinkSync('a', join(folder, 'link'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As the system does it with what it knows. */
const atOnce: AtOnce = {
  open: (path) => openSync(path, constants.O_NOFOLLOW),
  read: (descriptor, into, position) => readSync(descriptor, into, 0, into.length, position),
};
const ways: readonly (readonly [string, AtOnce])[] = [
  ['by another thread', { open: () => null, read: () => null }],
  ['at once', atOnce],
  ['opened at once and read by another thread', { ...atOnce, read: () => null }],
  [
    'of which a part is at hand',
    { ...atOnce, read: (descriptor, into) => readSync(descriptor, into, 0, Math.min(3, into.length), 0) },
  ],
];

it.each(ways)('reads regular files up to a size, and keeps none open, %s', async (_, way) => {
  const textOf = async (name: string): Promise<string | undefined> =>
    (await readSmall(join(folder, name), 8, way))?.toString();
  const openBefore = readdirSync('/proc/self/fd').length;
  expect([await textOf('a'), await textOf('empty')]).toEqual(['12345678', '']);
  for (const name of ['none', 'b', 'link']) expect([name, await textOf(name)]).toEqual([name, undefined]);
  writeFileSync(join(folder, 'a'), '123456789');
  expect(await textOf('a')).toBeUndefined();
  expect(readdirSync('/proc/self/fd').length).toBe(openBefore);
});
