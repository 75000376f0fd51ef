import { expect, it } from 'vitest';
import { createReadTurns } from './read-turns.ts';

const begun: string[] = [];
const setUp = (most: number) => {
  begun.length = 0;
  const turns = createReadTurns(most);
  const ends = new Map<string, () => void>();
  const take = (name: string, isNew = false): void =>
    turns.take((end) => {
      begun.push(name);
      ends.set(name, end);
    }, isNew);
  return { turns, take, end: (name: string): void => ends.get(name)?.() };
};

it('lets so many read at once, and the next when one has ended', () => {
  const { take, end } = setUp(2);
  for (const name of ['a', 'b', 'c', 'd']) take(name);
  expect(begun).toEqual(['a', 'b']);
  end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a');
  end('c');
  end('d');
  take('e');
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('lets those who have had nothing go before those who wait for more', () => {
  const { take, end } = setUp(1);
  take('first');
  take('more');
  take('new', true);
  take('newer', true);
  for (const name of ['first', 'new', 'newer', 'more']) end(name);
  expect(begun).toEqual(['first', 'new', 'newer', 'more']);
});

it('goes on when tens of thousands have nothing to read in their turn', () => {
  const { turns, take, end } = setUp(1);
  take('slow');
  for (let count = 0; count < 50_000; count += 1) turns.take((over) => over(), false);
  take('last');
  end('slow');
  expect(begun).toEqual(['slow', 'last']);
});
