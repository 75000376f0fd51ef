import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createLiveConnection } from './live-connection.ts';

/** A database of one number, and how often a statement was prepared on it. */
const databaseOf = (number: number) => {
  const raw = new Database(':memory:');
  raw.exec(`CREATE TABLE numbers (number INTEGER); INSERT INTO numbers VALUES (${number})`);
  const counted = { raw, prepared: 0 };
  const prepare = raw.prepare.bind(raw);
  raw.prepare = ((sql: string) => {
    counted.prepared += 1;
    return prepare(sql);
  }) as typeof raw.prepare;
  return counted;
};

it('prepares a statement when it is first asked, once, in the mode that was set before', () => {
  const first = databaseOf(1);
  const { raw } = createLiveConnection(first.raw, (error) => error);
  const statement = raw.prepare('SELECT number FROM numbers').pluck();
  expect(first.prepared).toBe(0);
  expect([statement.get(), statement.all(), first.prepared]).toEqual([1, [1], 1]);
});

it('prepares it anew for the next file, and in the same mode', () => {
  const second = databaseOf(2);
  const live = createLiveConnection(databaseOf(1).raw, (error) => error);
  const statement = live.raw.prepare('SELECT number FROM numbers').raw();
  expect(statement.get()).toEqual([1]);
  live.suspend();
  expect(() => statement.get()).toThrow('read in anew');
  live.lead(second.raw);
  expect([statement.get(), second.prepared]).toEqual([[2], 1]);
});

it('tells of a statement that cannot be prepared when it is asked', () => {
  const told: unknown[] = [];
  const { raw } = createLiveConnection(databaseOf(1).raw, (error) => {
    told.push(error);
    return new Error('told');
  });
  const statement = raw.prepare('SELECT nothing FROM nowhere');
  expect(told).toEqual([]);
  expect(() => statement.get()).toThrow('told');
  expect(told).toHaveLength(1);
});

it('opens the first when it is asked for anything, and not where another comes before', () => {
  let opened = 0;
  const open = () => {
    opened += 1;
    return databaseOf(1).raw;
  };
  const lazy = createLiveConnection(open, (error) => error);
  const statement = lazy.raw.prepare('SELECT number FROM numbers').pluck();
  expect([opened, lazy.raw.open, lazy.raw.inTransaction]).toEqual([0, false, false]);
  expect([statement.get(), [...statement.iterate()], opened]).toEqual([1, [1], 1]);

  const led = createLiveConnection(open, (error) => error);
  led.lead(databaseOf(2).raw);
  expect(led.raw.prepare('SELECT number FROM numbers').pluck().get()).toBe(2);
  const suspended = createLiveConnection(open, (error) => error);
  expect(suspended.suspend()).toBeNull();
  expect(() => suspended.raw.pragma('user_version')).toThrow('read in anew');
  expect(opened).toBe(1);
});
