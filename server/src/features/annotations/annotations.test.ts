import { createFakeClock, type FakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { derivedId, idText } from '../../library/model/public-id.ts';
import { type Annotations, createAnnotations } from './annotations.ts';

let folder: TempFolder;
let state: ReturnType<typeof openTestState>;
let clock: FakeClock;
let annotations: Annotations;
beforeEach(async () => {
  folder = await tempFolder();
  state = openTestState(folder.path);
  state.raw.exec(
    "INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0), (2, 'ben', '', 0, NULL, NULL, 0)",
  );
  clock = createFakeClock();
  annotations = createAnnotations({ state, clock });
});
afterEach(async () => {
  state.close();
  await folder[Symbol.asyncDispose]();
});

const album = (name: string) => ({ kind: 'album' as const, id: idText(derivedId('album', name)) });
const [picnic, cello, loud] = [album('Picnic'), album('Cello'), album('Loud')];
const listed = async (order: 'starred' | 'highest', userId = 1) =>
  (await annotations.list(userId, { kind: 'album', order, offset: 0, limit: 10 })).map(({ id }) => id);

describe('stars', () => {
  it('are of one person, and the newest comes first', async () => {
    await annotations.star(1, [picnic]);
    await clock.advance(1000);
    await annotations.star(1, [cello]);
    await annotations.star(2, [loud]);
    expect(await listed('starred')).toEqual([cello.id, picnic.id]);
    expect(await listed('starred', 2)).toEqual([loud.id]);
  });

  it('keep their first date when given again, and are gone when taken away', async () => {
    const first = clock.nowMs();
    await annotations.star(1, [picnic]);
    await clock.advance(1000);
    await annotations.star(1, [picnic, cello]);
    const found = await annotations.of(1, [picnic.id, cello.id, loud.id]);
    expect([...found].map(([id, { starredAtMs }]) => [id, starredAtMs])).toEqual(
      expect.arrayContaining([
        [picnic.id, first],
        [cello.id, first + 1000],
      ]),
    );
    expect(found.has(loud.id)).toBe(false);
    await annotations.unstar(1, [picnic.id, loud.id]);
    expect(await listed('starred')).toEqual([cello.id]);
  });

  it('are all given when many are given at once', async () => {
    const many = Array.from({ length: 2500 }, (_, number) => album(String(number)));
    await annotations.star(
      1,
      many.map((item) => item),
    );
    const found = await annotations.of(
      1,
      many.map(({ id }) => id),
    );
    expect(found.size).toBe(2500);
  });

  it.each([3, 40, 100])(
    'of many items are found where somebody has %i of them and more of others',
    async (count) => {
      const many = Array.from({ length: 120 }, (_, number) => album(`of many ${number}`));
      const own = many.slice(0, count);
      await annotations.star(1, [...own, picnic, cello]);
      for (const item of own) await annotations.rate(1, [item], 4);
      await annotations.rate(2, [...own, loud], 1);
      await annotations.star(2, many);
      const asked = many.map(({ id }) => id);
      const { own: found, averages } = await annotations.everything(1, asked);
      expect([...found.keys()].sort()).toEqual(own.map(({ id }) => id).sort());
      for (const [id, { starredAtMs, rating }] of found)
        expect([id, starredAtMs, rating, averages.get(id)]).toEqual([id, clock.nowMs(), 4, 2.5]);
      expect(averages.size).toBe(count);
    },
  );

  it('pass over what is no id', async () => {
    await annotations.star(1, [{ kind: 'song', id: 'no id' }, picnic]);
    expect((await annotations.of(1, ['no id', picnic.id])).size).toBe(1);
  });
});

describe('ratings', () => {
  it('list the best first, and 0 takes one away', async () => {
    await annotations.rate(1, [picnic], 3);
    await annotations.rate(1, [cello], 5);
    await annotations.rate(1, [loud], 3);
    await annotations.rate(2, [picnic], 4);
    expect((await listed('highest'))[0]).toBe(cello.id);
    await annotations.rate(1, [cello], 1);
    await annotations.rate(1, [loud], 0);
    expect(await listed('highest')).toEqual([picnic.id, cello.id]);
    expect([...(await annotations.everything(1, [picnic.id, loud.id])).averages]).toEqual([[picnic.id, 3.5]]);
  });

  it.each([-1, 6, 2.5, Number.NaN])('are whole numbers up to 5, not %s', (rating) => {
    expect(() => annotations.rate(1, [picnic], rating)).toThrow(/whole number/);
  });
});

it('gives several lists together as it gives each of them', async () => {
  const many = Array.from({ length: 40 }, (_, number) => album(`listed ${number}`));
  for (const [at, item] of many.entries()) {
    if (at % 3 === 0) await clock.advance(1);
    await annotations.star(1, [item]);
    await annotations.rate(1, [item], 1 + (at % 2));
  }
  await annotations.star(1, [{ kind: 'song', id: loud.id }]);
  await annotations.star(2, [picnic]);
  const wishes = [
    { kind: 'album', order: 'highest', offset: 3, limit: 20 },
    { kind: 'song', order: 'starred', offset: 0, limit: 20 },
    { kind: 'artist', order: 'starred', offset: 0, limit: 20 },
    { kind: 'album', order: 'starred', offset: 0, limit: 35 },
    { kind: 'album', order: 'frequent', offset: 0, limit: 20 },
  ] as const;
  const each = await Promise.all(wishes.map((wish) => annotations.list(1, wish)));
  expect(each.map(({ length }) => length)).toEqual([20, 1, 0, 35, 0]);
  expect(await annotations.lists(1, wishes)).toEqual(each);
  expect(await annotations.lists(1, [])).toEqual([]);
});
