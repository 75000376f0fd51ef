import { createFakeClock } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createColorNotes } from './color-notes.ts';

const withNotes = () => {
  const clock = createFakeClock();
  const handed: [number, string][][] = [];
  const notes = createColorNotes({ clock, handOn: (colors) => handed.push([...colors]) });
  return { clock, handed, notes };
};

it('gathers colours and hands them on together, the last of each folder', async () => {
  const { clock, handed, notes } = withNotes();
  notes.add(1, '#111111');
  notes.add(2, '#222222');
  notes.add(1, '#333333');
  expect(handed).toEqual([]);
  await clock.advance(60_000);
  expect(handed).toEqual([
    [
      [1, '#333333'],
      [2, '#222222'],
    ],
  ]);
  notes.add(3, '#444444');
  await clock.advance(60_000);
  expect(handed).toHaveLength(2);
});

it('waits no longer than colours come', async () => {
  const { clock, handed, notes } = withNotes();
  notes.add(1, '#111111');
  await clock.advance(900);
  notes.add(2, '#222222');
  await clock.advance(900);
  expect(handed).toEqual([]);
  await clock.advance(200);
  expect(handed.map((colors) => colors.length)).toEqual([2]);
});

it('does not wait for the last of very many that come one by one', async () => {
  const { clock, handed, notes } = withNotes();
  for (let folder = 1; folder <= 70; folder += 1) {
    notes.add(folder, '#000000');
    await clock.advance(500);
  }
  expect(handed.map((colors) => colors.length)).toEqual([60]);
});

it('does not wait when very many have come', () => {
  const { handed, notes } = withNotes();
  for (let folder = 1; folder <= 2500; folder += 1) notes.add(folder, '#000000');
  expect(handed.map((colors) => colors.length)).toEqual([1000, 1000]);
});

it('writes nothing any more once it was stopped', async () => {
  const { clock, handed, notes } = withNotes();
  notes.add(1, '#111111');
  notes.stop();
  await clock.advance(60_000);
  expect(handed).toEqual([]);
});
