import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { openThumbnailCacheStore } from './thumbnail-cache-store.ts';

const known = { digest: 'a digest', refusal: null };

it('is opened when it is first asked', async () => {
  await using folder = await tempFolder();
  const store = openThumbnailCacheStore(folder.join('artwork'));
  store.heal();
  expect(existsSync(folder.join('artwork'))).toBe(false);
  expect(store.findFile('nothing')).toBeNull();
  expect(existsSync(folder.join('artwork', 'index.db'))).toBe(true);
  store.close();
  openThumbnailCacheStore(folder.join('elsewhere')).close();
  expect(existsSync(folder.join('elsewhere'))).toBe(false);
});

it('is emptied when damage in the midst of it comes out, and goes on', async () => {
  await using folder = await tempFolder();
  const path = folder.join('index.db');
  const names = Array.from({ length: 5_000 }, (_, at) => `file ${at}`);
  const first = openThumbnailCacheStore(folder.path);
  for (const name of names) first.saveFile(name, known);
  first.close();
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size - 40_960, 'nonsense'), 0, size - 40_960, 40_960);
  closeSync(file);

  const store = openThumbnailCacheStore(folder.path);
  const found = names.map((name) => store.findFile(name));
  expect(found).toContain(null);
  expect(found.every((each) => each === null || each.digest === known.digest)).toBe(true);
  store.saveFile('new', known);
  store.saveThumbnail('thumbnail', { contentType: 'image/webp', sizeBytes: 7, usedAt: 1 });
  expect(store.findFile('new')).toEqual(known);
  expect(store.totalBytes()).toBe(7);
  expect(store.removeOldest(1)).toEqual(['thumbnail']);
  store.close();

  const after = openThumbnailCacheStore(folder.path);
  expect(after.findFile('new')).toEqual(known);
  after.close();
});
