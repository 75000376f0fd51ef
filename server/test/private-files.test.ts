import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from './account-server.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** Everything below a folder that others on the machine could read, write or enter. */
const openToOthers = (below: string): string[] =>
  readdirSync(below, { recursive: true, encoding: 'utf8' })
    .map((name) => join(below, name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);

it('keeps the data folder and everything in it to its owner', async () => {
  const dataFolder = join(folder.path, 'data');
  await using _ = await startProduct({ dataFolder });
  expect(readdirSync(dataFolder)).toEqual(expect.arrayContaining(['state.db', 'secret.key', 'library.db']));
  expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
  expect(openToOthers(dataFolder)).toEqual([]);
});

it('takes databases and keys of an older version back to their owner, and nothing else', async () => {
  const dataFolder = join(folder.path, 'data');
  {
    await using _ = await startProduct({ dataFolder });
  }
  mkdirSync(join(dataFolder, 'notes'));
  for (const name of ['notes/mine.txt', 'state.db.before-0002']) writeFileSync(join(dataFolder, name), '');
  const paths = readdirSync(dataFolder).map((name) => join(dataFolder, name));
  for (const path of [dataFolder, join(dataFolder, 'notes/mine.txt'), ...paths]) {
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  await using _ = await startProduct({ dataFolder });
  const shared = openToOthers(dataFolder).map((path) => path.slice(dataFolder.length + 1));
  expect(shared.filter((name) => /\.(db|key)/.test(name) || name === 'lock')).toEqual([]);
  expect(shared).toContain('notes/mine.txt');
  expect(statSync(dataFolder).mode & 0o777).toBe(0o755);
});
