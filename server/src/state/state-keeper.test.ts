import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createFakeClock, type FakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { type WriteTrouble, writeTrouble } from '../platform/storage-trouble.ts';
import { openState } from './open-state.ts';
import { openStateKeeper, type StateKeeper } from './state-keeper.ts';

/** A write meets what SQLite calls an error of the disk. */
const failingWrite = async (code: string, found: WriteTrouble | null): Promise<string[]> => {
  await using folder = await tempFolder();
  const told: unknown[] = [];
  const keeper = openStateKeeper({
    dataFolder: folder.path,
    clock: createFakeClock(),
    log: silentLog,
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

describe('state.db whose files are taken away under the server', () => {
  let folder: TempFolder;
  let clock: FakeClock;
  let lines: string[];
  let keeper: StateKeeper;
  let isClosed: boolean;

  beforeEach(async () => {
    folder = await tempFolder();
    clock = createFakeClock();
    lines = [];
    isClosed = false;
    keeper = openStateKeeper({
      dataFolder: folder.path,
      clock,
      log: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
      mayWrite: () => true,
      onError: () => {},
    });
    keeper.start();
    await note('first');
  });
  afterEach(async () => {
    if (!isClosed) keeper.close();
    await folder[Symbol.asyncDispose]();
  });

  const note = async (key: string): Promise<void> => {
    await keeper.query.insertInto('meta').values({ key, value: 'x' }).execute();
  };
  const noteTogether = (key: string): Promise<void> =>
    keeper.query.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('meta')
        .values({ key: `${key} 1`, value: 'x' })
        .execute();
      await transaction
        .insertInto('meta')
        .values({ key: `${key} 2`, value: 'x' })
        .execute();
    });
  /** What a server that is started after a power cut finds: nothing is closed before it looks. */
  const found = async (): Promise<string[]> => {
    const copy = await tempFolder();
    try {
      for (const name of readdirSync(folder.path).filter((file) => /^state\.db(-wal)?$/.test(file)))
        writeFileSync(copy.join(name), readFileSync(folder.join(name)));
      const state = openState(copy.path);
      const rows = await state.query.selectFrom('meta').select('key').where('value', '=', 'x').execute();
      state.close();
      return rows.map(({ key }) => key).toSorted();
    } finally {
      await copy[Symbol.asyncDispose]();
    }
  };
  const removeAll = (): void => {
    for (const tail of ['', '-wal', '-shm']) rmSync(folder.join(`state.db${tail}`));
  };
  const asides = () => readdirSync(folder.path).filter((name) => name.includes('.found-'));

  it.each([
    ['deleted', () => rmSync(folder.join('state.db')), 0],
    ['deleted with its log', removeAll, 0],
    ['left alone and its log deleted', () => rmSync(folder.join('state.db-wal')), 0],
    ['left alone and the index of its log deleted', () => rmSync(folder.join('state.db-shm')), 0],
    [
      'replaced by another file',
      () => {
        writeFileSync(folder.join('other'), 'what somebody copied there');
        renameSync(folder.join('other'), folder.join('state.db'));
      },
      1,
    ],
    [
      'replaced by a folder, with a log of something else',
      () => {
        removeAll();
        mkdirSync(folder.join('state.db'));
        writeFileSync(folder.join('state.db-wal'), 'of something else');
      },
      2,
    ],
  ])('is written there again before a change is acknowledged when it was %s', async (_, act, asideCount) => {
    act();
    await note('second');
    expect(await found()).toEqual(['first', 'second']);
    expect(asides()).toHaveLength(asideCount);
    await noteTogether('third');
    act();
    await noteTogether('fourth');
    expect(await found()).toEqual(['first', 'fourth 1', 'fourth 2', 'second', 'third 1', 'third 2']);
    expect(keeper.writtenBackAtMs()).toBe(clock.nowMs());
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/was deleted or replaced while the server runs: everything .* nothing is lost$/);
  });

  it('is written there again before a transaction is acknowledged in the middle of which it was deleted', async () => {
    await keeper.query.transaction().execute(async (transaction) => {
      await transaction.insertInto('meta').values({ key: 'second', value: 'x' }).execute();
      removeAll();
    });
    expect(await found()).toEqual(['first', 'second']);
  });

  it('is written there again within a second when nobody saves anything', async () => {
    removeAll();
    await clock.advance(1_000);
    expect(await found()).toEqual(['first']);
    await clock.advance(60_000);
    expect(lines).toHaveLength(1);
  });

  it('is written there again when the server is told to stop before it has looked', async () => {
    removeAll();
    isClosed = true;
    keeper.close();
    expect(await found()).toEqual(['first']);
    expect(existsSync(folder.join('state.db-wal'))).toBe(false);
  });

  it('is for its owner alone then, and nothing half is left beside it', async () => {
    removeAll();
    await note('second');
    expect(statSync(folder.join('state.db')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path).toSorted()).toEqual(['state.db', 'state.db-shm', 'state.db-wal']);
  });

  it('refuses changes while it cannot be written there, says so once, and goes on when it can', async () => {
    const elsewhere = `${folder.path}-elsewhere`;
    renameSync(folder.path, elsewhere);
    try {
      for (let round = 0; round < 2; round += 1) {
        await expect(note('refused')).rejects.toThrow('nothing is saved until it can');
        await expect(noteTogether('refused')).rejects.toThrow('nothing is saved until it can');
        await clock.advance(5_000);
      }
      expect(
        await keeper.query.selectFrom('meta').select('key').where('key', '=', 'refused').execute(),
      ).toEqual([]);
      expect(lines).toEqual([expect.stringContaining('could not be written there again')]);
    } finally {
      renameSync(elsewhere, folder.path);
    }
    await note('second');
    expect(await found()).toEqual(['first', 'second']);
    removeAll();
    await note('third');
    expect(await found()).toEqual(['first', 'second', 'third']);
  });

  it('is left alone where nobody takes it away', async () => {
    await found();
    const { ino } = statSync(folder.join('state.db'));
    await note('second');
    await clock.advance(60_000);
    expect([statSync(folder.join('state.db')).ino, lines, keeper.writtenBackAtMs()]).toEqual([ino, [], null]);
  });
});
