import { createFakeClock, type FakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { idText, naturalSongId } from '../../library/model/public-id.ts';
import { createPlayQueues, type PlayQueues } from './play-queue.ts';

let folder: TempFolder;
let state: ReturnType<typeof openTestState>;
let clock: FakeClock;
let queues: PlayQueues;
beforeEach(async () => {
  folder = await tempFolder();
  state = openTestState(folder.path);
  state.raw.exec(
    "INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0), (2, 'ben', '', 0, NULL, NULL, 0)",
  );
  clock = createFakeClock();
  queues = createPlayQueues({ state, clock });
});
afterEach(async () => {
  state.close();
  await folder[Symbol.asyncDispose]();
});

const id = (name: string): string => idText(naturalSongId('here', name));
const [a, b, c] = [id('a'), id('b'), id('c')];
const save = (entries: string[], currentIndex = 0, userId = 1) =>
  queues.save(userId, { entries, currentIndex, positionMs: 1234, changedBy: 'Phone' });

describe('a saved queue', () => {
  it('keeps its order, what stands there twice, and where somebody is', async () => {
    await save([a, b, a, c], 2);
    expect(await queues.read(1)).toEqual({
      place: {
        revision: 1,
        entryCount: 4,
        currentIndex: 2,
        positionMs: 1234,
        changedBy: 'Phone',
        changedAtMs: clock.nowMs(),
      },
      entries: [a, b, a, c],
    });
    expect(await queues.read(2)).toBe(null);
  });

  it('leaves out what is no id, and still means the same song', async () => {
    await save(['local file', a, 'another', b], 3);
    expect((await queues.read(1))?.entries).toEqual([a, b]);
    expect((await queues.place(1))?.currentIndex).toBe(1);
    await save([a, b], 7);
    expect(await queues.place(1)).toMatchObject({ currentIndex: 0, positionMs: 0 });
  });

  it('is none when nothing is left in it', async () => {
    await save([a]);
    await save([]);
    expect([await queues.place(1), await queues.read(1)]).toEqual([null, null]);
  });

  it('takes a place for its own revision only', async () => {
    const { revision } = await save([a, b]);
    const place = { revision, currentIndex: 1, positionMs: 10.4, changedBy: 'Desk' };
    const noted = await queues.savePlace(1, place);
    expect(noted).toMatchObject({ revision, currentIndex: 1, positionMs: 10, changedBy: 'Desk' });
    expect(noted.changedAtMs).toBeGreaterThan(clock.nowMs());
    await save([b, a]);
    await expect(queues.savePlace(1, place)).rejects.toMatchObject({ code: 'queue_changed' });
    await expect(queues.savePlace(2, place)).rejects.toMatchObject({ code: 'queue_changed' });
    await expect(queues.savePlace(1, { ...place, revision: 2, currentIndex: 2 })).rejects.toMatchObject({
      code: 'queue_changed',
    });
  });

  it('is refused of somebody who is gone, and goes with its person', async () => {
    await expect(save([a], 0, 3)).rejects.toMatchObject({ code: 'unauthorized' });
    await save([a]);
    state.raw.exec('DELETE FROM users WHERE id = 1');
    expect(state.raw.prepare('SELECT count(*) FROM play_queue_chunks').pluck().get()).toBe(0);
  });

  it('is read in parts as it is as a whole, however long', async () => {
    const entries = Array.from({ length: 12_345 }, (_, at) => id(String(at % 700)));
    await save(entries, 12_344);
    await fc.assert(
      fc.asyncProperty(fc.nat(13_000), fc.nat(6000), async (offset, limit) => {
        expect(await queues.entries(1, { offset, limit })).toEqual(entries.slice(offset, offset + limit));
      }),
      { numRuns: 15 },
    );
    expect((await queues.read(1))?.entries).toEqual(entries);
  });
});
