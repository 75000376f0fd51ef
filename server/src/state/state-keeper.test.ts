import { createFakeClock, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { type WriteTrouble, writeTrouble } from '../platform/storage-trouble.ts';
import { openStateKeeper } from './state-keeper.ts';

/** A write meets what SQLite calls an error of the disk. */
const failingWrite = async (code: string, found: WriteTrouble | null): Promise<string[]> => {
  await using folder = await tempFolder();
  const told: unknown[] = [];
  const keeper = openStateKeeper({
    dataFolder: folder.path,
    clock: createFakeClock(),
    mayWrite: () => true,
    onError: (error) => told.push(error),
    troubleOf: () => found,
  });
  try {
    const met = {
      get value(): never {
        throw Object.assign(new Error('disk I/O error'), { code });
      },
    };
    expect(() => keeper.raw.prepare('SELECT @value').get(met)).toThrow();
    return told.map((error) => String(writeTrouble(error)));
  } finally {
    keeper.close();
  }
};

it('says that a disk became read-only under it, and not that it is full', async () => {
  expect(await failingWrite('SQLITE_IOERR_WRITE', 'read-only')).toEqual(['read-only']);
  expect(await failingWrite('SQLITE_IOERR_FSYNC', 'read-only')).toEqual(['read-only']);
});

it('says that a disk or a quota is full, and what is neither as it is', async () => {
  expect(await failingWrite('SQLITE_FULL', null)).toEqual(['full']);
  expect(await failingWrite('SQLITE_IOERR_WRITE', 'full')).toEqual(['full']);
  expect(await failingWrite('SQLITE_CONSTRAINT', 'read-only')).toEqual(['null']);
});

it('calls an error of a disk that has room what it is', async () => {
  expect(await failingWrite('SQLITE_IOERR_WRITE', null)).toEqual(['failing']);
  expect(await failingWrite('SQLITE_IOERR_FSYNC', 'failing')).toEqual(['failing']);
});
