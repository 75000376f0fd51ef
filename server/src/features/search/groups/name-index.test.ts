import { createFakeClock } from '@tonearm/testkit';
import { expect, it, vi } from 'vitest';
import { idText } from '../../../library/model/public-id.ts';
import type { AppEvents } from '../../../platform/app-events.ts';
import { createEvents } from '../../../platform/events.ts';
import { createNameIndex } from './name-index.ts';

const idOf = (at: number): Buffer => Buffer.from(at.toString(16).padStart(32, '0'), 'hex');

/** An index over so many artists, each called by its number, and how often they were read. */
const indexOf = (count: number) => {
  const events = createEvents<AppEvents>((error) => {
    throw error;
  });
  const reads: number[] = [];
  const index = createNameIndex({
    reading: {
      namesAfter: async (kind, after, limit) => {
        reads.push(after);
        const length = kind === 'artist' ? Math.max(0, Math.min(limit, count - after)) : 0;
        return Array.from({ length }, (_, at) => {
          const id = after + at + 1;
          const name = { name: `Number ${id}`, sort_name: null, sort_key: idOf(id), letter: 'N', by: null };
          return { id, public_id: idOf(id), ...name, song_count: 1 };
        });
      },
    },
    events,
    clock: createFakeClock(),
  });
  return { index, events, reads };
};

it.each([999, 1_000, 1_001, 2_500])('reads all of %d names', async (count) => {
  const { index } = indexOf(count);
  expect(await index.filter('artist', 'number')).toHaveLength(count);
  expect(await index.find('artist', [String(count)])).toEqual([idText(idOf(count))]);
});

it('filters once what is looked through page after page, and anew once the collection changed', async () => {
  const { index, events, reads } = indexOf(30);
  const first = await index.filter('artist', 'number 2');
  expect(await index.filter('artist', 'number  2')).toBe(first);
  for (let other = 0; other < 7; other += 1) await index.filter('artist', `number 1${other}`);
  expect(await index.filter('artist', 'number 2')).toBe(first);
  const readBefore = reads.length;
  events.emit('collection-changed', { revision: 2 });
  const again = await index.filter('artist', 'number 2');
  expect([again === first, again, reads.length > readBefore]).toEqual([false, first, true]);
});

it('has read the names before the first who asks, once it was told to be prepared', async () => {
  const { index, reads } = indexOf(1_500);
  index.getReady();
  await vi.waitFor(() => expect(reads).toEqual([0, 1_000, 0]));
  expect(await index.find('artist', ['1200'])).toEqual([idText(idOf(1_200))]);
  expect(reads).toEqual([0, 1_000, 0]);
});
