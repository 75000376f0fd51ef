import { library, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { allRows } from '../../../library/feed/test-feed.ts';
import { createMemoryStore } from '../../../library/feed/test-memory-store.ts';
import { createMemoryRelay } from '../../../library/feed/who-scans/test-memory-relay.ts';
import { openProcess } from './test-sharing.ts';

const patience = { timeout: 60_000, interval: 20 };
type Process = ReturnType<typeof openProcess>;

const scanned = async ({ scanner }: Process, songs: number): Promise<void> => {
  await expect
    .poll(() => [scanner.status().is_scanning, scanner.collectionStatus().song_count], patience)
    .toEqual([false, songs]);
};

const isSame = async (one: Process, other: Process): Promise<void> => {
  await expect.poll(() => allRows(one.keeper.raw), patience).toEqual(allRows(other.keeper.raw));
};

const begin = async (folder: { join(name: string): string }) => {
  const root = folder.join('music');
  await library().album('Picnic', 5).writeTo(root);
  const shared = { root, store: createMemoryStore(), relay: createMemoryRelay() };
  const one = openProcess(folder.join('one'), shared);
  const other = openProcess(folder.join('other'), shared);
  one.role.begin();
  other.role.begin();
  one.role.won(1);
  await scanned(one, 5);
  await scanned(other, 5);
  return { root, one, other };
};

it('scans in the process that was elected, and tells the others how it stands', async () => {
  await using folder = await tempFolder();
  const { root, one, other } = await begin(folder);
  await isSame(other, one);
  expect(other.scanner.status()).toMatchObject({ last_result: 'completed', files_found: 5 });
  await other.feed.settled();
  expect(other.revisions.at(-1)).toBe(one.scanner.collectionStatus().revision);
  let told = 0;
  other.scanner.onStatus(() => {
    told += 1;
  });
  await library().album('New', 3).writeTo(root);
  // Asked of any of them.
  other.scanner.trigger();
  await scanned(other, 8);
  await isSame(other, one);
  await expect
    .poll(() => other.scanner.status(), patience)
    .toMatchObject({ files_found: 8, files_read: 3, last_result: 'completed' });
  expect(told).toBeGreaterThan(0);
  expect(() => other.scanner.forget('Nowhere')).toThrow('There is no music source of this name.');
  await one.close();
  await other.close();
});

it('goes on in another process when the elected one is lost, and reads nothing twice', async () => {
  await using folder = await tempFolder();
  const { root, one, other } = await begin(folder);
  await isSame(other, one);
  one.role.lost();
  other.role.won(2);
  await other.role.settled();
  await expect.poll(() => other.scanner.status().finished_at, patience).not.toBeNull();
  await scanned(other, 5);
  expect(other.scanner.status().files_read).toBe(0);
  await library().album('Other', 2).writeTo(root);
  one.scanner.trigger();
  await scanned(one, 7);
  await isSame(one, other);
  await one.close();
  await other.close();
});

it('fetches what the others have when the library of the elected one is damaged', async () => {
  await using folder = await tempFolder();
  const { one, other } = await begin(folder);
  await isSame(other, one);
  one.keeper.report('damaged by the test');
  await expect.poll(() => one.lines.filter((line) => line.includes('was fetched')).length, patience).toBe(1);
  await expect
    .poll(() => one.scanner.status(), patience)
    .toMatchObject({ is_scanning: false, files_read: 0, song_count: 5, last_result: 'completed' });
  await isSame(other, one);
  await one.close();
  await other.close();
});
