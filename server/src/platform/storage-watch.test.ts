import { createFakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from './log.ts';
import { createStorageWatch, type StorageWatch } from './storage-watch.ts';

const minuteMs = 60_000;
const lookMs = 5_000;

let folder: TempFolder;
let watch: StorageWatch;
let freeBytes: number;
let codes: string[];
const clock = createFakeClock();

beforeEach(async () => {
  folder = await tempFolder();
  freeBytes = 400_000;
  codes = [];
  watch = createStorageWatch({
    folder: folder.path,
    clock,
    log: silentLog,
    isWritable: () => true,
    roomOf: async () => freeBytes,
    onChange: ({ code }) => codes.push(code),
  });
});
afterEach(async () => {
  watch.close();
  await folder[Symbol.asyncDispose]();
});

/** Looks, as it does every five seconds. */
const look = async (forMs = lookMs): Promise<void> => {
  for (let at = 0; at < forMs; at += lookMs) {
    await clock.advance(lookMs);
    await watch.check();
  }
};

it('holds a disk to be full on which something found no room, until more has come', async () => {
  watch.noteTrouble('full');
  expect(codes).toEqual(['full']);
  await look(30_000);
  freeBytes = 1_000_000;
  await look();
  expect(codes).toEqual(['full']);
  freeBytes = 2_000_000;
  await look();
  expect(codes).toEqual(['full', 'ok']);
});

it('counts as well at once when room came before it was looked at', async () => {
  freeBytes = 1_000;
  for (const _ of [1, 2, 3]) {
    watch.noteTrouble('full');
    freeBytes = 20e6;
    await look(2 * lookMs);
    freeBytes = 1_000;
  }
  expect(codes).toEqual(['full', 'ok', 'full', 'ok', 'full', 'ok']);
});

it('tries after a while all the same, and less often each time that it is as before', async () => {
  watch.noteTrouble('full');
  await look(minuteMs + 2 * lookMs);
  expect(codes).toEqual(['full', 'ok']);
  watch.noteTrouble('full');
  await look(minuteMs + 2 * lookMs);
  expect(codes).toEqual(['full', 'ok', 'full']);
  await look(minuteMs);
  expect(codes).toEqual(['full', 'ok', 'full', 'ok']);
});

it('takes a disk without any room for full, though nobody tried', async () => {
  freeBytes = 1_000;
  await look();
  freeBytes = 400_000;
  await look();
  expect(codes).toEqual(['full', 'ok']);
});

it('tells a disk that reports errors as one for a while, and longer each time', async () => {
  const fail = () => watch.note(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' }));
  fail();
  expect(codes).toEqual(['failing']);
  freeBytes = 2e9;
  await look(minuteMs - lookMs);
  expect(codes).toEqual(['failing']);
  await look(3 * lookMs);
  expect(codes).toEqual(['failing', 'ok']);
  fail();
  await look(minuteMs + 2 * lookMs);
  expect(codes).toEqual(['failing', 'ok', 'failing']);
});

it('warns once before the disk is full, and again only when there was enough meanwhile', async () => {
  watch.close();
  const said: string[] = [];
  const log = { warn: (message: string) => void said.push(message) };
  const options = { folder: folder.path, clock, log, isWritable: () => true, onChange: () => {} };
  watch = createStorageWatch({ ...options, roomOf: () => Promise.resolve(freeBytes) });
  const seen: boolean[] = [];
  for (const room of [2e9, 5e8, 4e8, 9e8, 2e9, 5e8]) {
    freeBytes = room;
    await watch.check();
    seen.push(watch.isLow());
  }
  expect(seen).toEqual([false, true, true, true, false, true]);
  expect(said).toHaveLength(2);
});
