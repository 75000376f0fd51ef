import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRowsAtOnce } from './rows-at-once.ts';

const open = () => {
  const raw = new Database(':memory:');
  raw.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)');
  const stored = raw.prepare('SELECT id, text FROM rows ORDER BY rowid').raw();
  return { raw, stored: () => stored.all(), begin: createRowsAtOnce(raw, 'rows', 2) };
};

it('inserts every row, however many come between a begin and an end', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 }), (counts) => {
      const { raw, stored, begin } = open();
      const rows: [number, string | null][] = [];
      for (const count of counts) {
        const inTurn = begin();
        for (let row = 0; row < count; row += 1) {
          rows.push([rows.length + 1, row % 3 === 0 ? null : `row ${row}`]);
          inTurn.add(...(rows.at(-1) ?? []));
        }
        inTurn.end();
        expect(stored()).toEqual(rows);
      }
      raw.close();
    }),
    { numRuns: 50 },
  );
});

it('forgets what did not come to its end', () => {
  const { raw, stored, begin } = open();
  begin().add(1, 'given up');
  const inTurn = begin();
  inTurn.add(2, 'kept');
  inTurn.end();
  inTurn.end();
  expect(stored()).toEqual([[2, 'kept']]);
  raw.close();
});

it('forgets what was refused', () => {
  const { raw, stored, begin } = open();
  const twice = begin();
  twice.add(1, 'one');
  twice.add(1, 'the same');
  expect(() => twice.end()).toThrow('UNIQUE');
  begin().end();
  expect(stored()).toEqual([[1, 'one']]);
  raw.close();
});
