import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { AppError } from '../../platform/app-error.ts';
import { createSmartLists, type SmartLists } from './smart-lists.ts';
import { createSmartSongs } from './smart-songs.ts';

let folder: TempFolder;
let state: ReturnType<typeof openTestState>;
let lists: SmartLists;
beforeEach(async () => {
  folder = await tempFolder();
  state = openTestState(folder.path);
  const user = `INSERT INTO users (name, password_hash, is_admin, created_at_ms) VALUES (?, '', 0, 0)`;
  for (const name of ['anna', 'bo']) state.raw.prepare(user).run(name);
  lists = createSmartLists({
    state,
    installation: async () => 'here',
    clock: { nowMs: () => 5 },
    check: (query) => {
      if (query === 'rating:') throw new AppError('invalid_query', 'no');
    },
  });
});
afterEach(async () => {
  state.close();
  await folder[Symbol.asyncDispose]();
});

const names = async (userId: number) => (await lists.list(userId)).map(({ name, query }) => [name, query]);

it('are kept by name, each of one person, and forgotten', async () => {
  await lists.save(1, { name: ' Best 10 ', query: 'rating:5' });
  await lists.save(1, { name: 'Best 9', query: ' rating >= 4 ' });
  await lists.save(1, { name: 'Best 10', query: 'rating:4..5' });
  await lists.save(2, { name: 'Best 9', query: 'plays > 3' });
  expect(await names(1)).toEqual([
    ['Best 9', 'rating >= 4'],
    ['Best 10', 'rating:4..5'],
  ]);
  await lists.remove(1, 'Best 9');
  expect([await names(1), await names(2)]).toEqual([[['Best 10', 'rating:4..5']], [['Best 9', 'plays > 3']]]);
  await expect(lists.remove(1, 'Best 9')).rejects.toMatchObject({ code: 'smart_list_not_found' });
});

it('keep their ids when they are renamed, also from those of lists that take their names', async () => {
  const songs = createSmartSongs({
    list: lists.list,
    installation: async () => 'here',
    find: async () => [],
    pathRuns: async function* () {},
    details: { findFacts: async () => [] },
  });
  const idOf = async (name: string): Promise<string | undefined> =>
    (await songs.list(1)).find((list) => list.name === name)?.id;
  await lists.save(1, { name: 'One', query: 'rating:1' });
  const id = await idOf('One');
  await lists.save(1, { name: 'Two', query: 'rating:2', before: 'One' });
  expect(await names(1)).toEqual([['Two', 'rating:2']]);
  expect(await idOf('Two')).toBe(id);
  // Another one of the first name is another list, and stays one when it is edited.
  await lists.save(1, { name: 'One', query: 'rating:1' });
  const other = await idOf('One');
  expect(other).not.toBe(id);
  await lists.save(1, { name: 'One', query: 'rating:3' });
  expect(await idOf('One')).toBe(other);
  await lists.save(1, { name: 'Three', query: 'rating:3', before: 'Two' });
  await lists.save(1, { name: 'Four', query: 'rating:3', before: 'One' });
  expect([await idOf('Three'), await idOf('Four')]).toEqual([id, other]);
  // In the place of another, whose id goes; and back to the name that gives the id.
  await lists.save(1, { name: 'Four', query: 'rating:4', before: 'Three' });
  expect(await names(1)).toEqual([['Four', 'rating:4']]);
  await lists.save(1, { name: 'One', query: 'rating:4', before: 'Four' });
  expect([await idOf('One'), (await lists.list(1))[0]?.ownId]).toEqual([id, null]);
  // One that is gone, or somebody else's, is none that could be renamed.
  await lists.save(2, { name: 'Five', query: 'rating:5', before: 'One' });
  expect([await names(1), await names(2)]).toEqual([[['One', 'rating:4']], [['Five', 'rating:5']]]);
});

it.each([
  [' ', 'rating:5', 'invalid_smart_list'],
  ['a'.repeat(501), 'rating:5', 'invalid_smart_list'],
  ['Best', '  ', 'invalid_smart_list'],
  ['Best', 'rating:', 'invalid_query'],
])('refuse %s for %s', async (name, query, code) => {
  await expect(lists.save(1, { name, query })).rejects.toMatchObject({ code });
  expect(await lists.list(1)).toEqual([]);
});
