import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { letGo } from './let-go.ts';

it('gives back what a database gave, and leaves alone what lies in a pool', () => {
  const raw = new Database(':memory:');
  const read = raw.prepare<[], Buffer>('SELECT randomblob(60000)').pluck().get() as Buffer;
  raw.close();
  letGo(read);
  expect(read.length).toBe(0);
  const pooled = Buffer.from('one of many');
  const other = Buffer.from('another');
  letGo(pooled);
  expect([pooled.toString(), other.toString()]).toEqual(['one of many', 'another']);
});
