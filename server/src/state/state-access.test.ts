import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/account-server.ts';
import { type OpenState, openState } from './open-state.ts';

let folder: ReturnType<typeof temporaryFolder>;
let state: OpenState;
beforeEach(() => {
  folder = temporaryFolder();
  state = openState(folder.path);
});
afterEach(() => {
  state.close();
  folder.remove();
});

const addFact = (key: string, query = state.query) =>
  query.insertInto('meta').values({ key, value: '' }).execute();

const facts = async (): Promise<string[]> => {
  const rows = await state.query.selectFrom('meta').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key).filter((key) => key.startsWith('fact'));
};

describe('whoever remembers what was read', () => {
  it('is told of rows that are changed or deleted, in a transaction at once and when it has ended', async () => {
    const told: string[] = [];
    state.onChange(['meta'], () => told.push('meta'));
    state.onChange(['users', 'sessions'], () => told.push('users'));
    await addFact('fact 1');
    await facts();
    expect(told).toEqual([]);
    await state.query.updateTable('meta').set({ value: 'x' }).execute();
    await state.query.deleteFrom('sessions').execute();
    expect(told.splice(0)).toEqual(['meta', 'users']);
    await state.query
      .insertInto('meta')
      .values({ key: 'fact 1', value: 'y' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'y' }))
      .execute();
    await sql`SELECT 1`.execute(state.query);
    expect(told.splice(0)).toEqual(['meta', 'meta', 'users']);
    await state.query.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('meta').execute();
      expect(told.splice(0)).toEqual(['meta']);
    });
    expect(told.splice(0)).toEqual(['meta']);
    const failing = state.query.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('users').execute();
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(told).toEqual(['users', 'users']);
  });
});

describe('writes that wait for less', () => {
  const settingOf = (name: string): unknown => state.raw.pragma(name, { simple: true });

  it('leave the disk to the next one, and are all or none', async () => {
    const usual = settingOf('synchronous');
    await state.writeLazily(async (transaction) => {
      expect(settingOf('synchronous')).toBe(1);
      await addFact('fact 1', transaction);
    });
    const failing = state.writeLazily(async (transaction) => {
      await addFact('fact 2', transaction);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect([usual, settingOf('synchronous')]).toEqual([2, 2]);
    expect(await facts()).toEqual(['fact 1']);
  });

  it('fail at once where another process writes, when that is asked for', async () => {
    const other = new Database(state.raw.name);
    try {
      other.exec('BEGIN IMMEDIATE');
      await expect(
        state.writeAtOnce(async (transaction) => addFact('fact 1', transaction)),
      ).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
      other.exec('ROLLBACK');
      await state.writeAtOnce(async (transaction) => addFact('fact 2', transaction));
    } finally {
      other.close();
    }
    expect(await facts()).toEqual(['fact 2']);
  });

  it('wait for another process that writes while everybody else reads', async () => {
    await addFact('fact 1');
    const other = new Database(state.raw.name);
    let done = 0;
    try {
      other.exec('BEGIN IMMEDIATE');
      const writes = [
        addFact('fact 2'),
        state.query.transaction().execute((transaction) => addFact('fact 3', transaction)),
        state.writeLazily((transaction) => addFact('fact 4', transaction)),
      ].map(async (write) => {
        await write;
        done += 1;
      });
      for (let reads = 0; reads < 5; reads += 1) expect(await facts()).toEqual(['fact 1']);
      expect(done).toBe(0);
      other.exec('ROLLBACK');
      await Promise.all(writes);
    } finally {
      other.close();
    }
    expect(await facts()).toEqual(['fact 1', 'fact 2', 'fact 3', 'fact 4']);
    expect(settingOf('synchronous')).toBe(2);
  });

  it('let nobody write between', async () => {
    await Promise.all([
      state.writeLazily(async (transaction) => {
        await addFact('fact 1', transaction);
        await addFact('fact 3', transaction);
        const keys = transaction.selectFrom('meta').select('key').where('key', 'like', 'fact %');
        expect((await keys.execute()).length).toBe(2);
      }),
      addFact('fact 2'),
    ]);
    expect(await facts()).toEqual(['fact 1', 'fact 2', 'fact 3']);
  });
});
