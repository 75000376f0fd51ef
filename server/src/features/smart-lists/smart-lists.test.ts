import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { AppError } from '../../platform/app-error.ts';
import { createSmartLists, type SmartLists } from './smart-lists.ts';

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
  await lists.save(1, ' Best 10 ', 'rating:5');
  await lists.save(1, 'Best 9', ' rating >= 4 ');
  await lists.save(1, 'Best 10', 'rating:4..5');
  await lists.save(2, 'Best 9', 'plays > 3');
  expect(await names(1)).toEqual([
    ['Best 9', 'rating >= 4'],
    ['Best 10', 'rating:4..5'],
  ]);
  await lists.remove(1, 'Best 9');
  expect([await names(1), await names(2)]).toEqual([[['Best 10', 'rating:4..5']], [['Best 9', 'plays > 3']]]);
  await expect(lists.remove(1, 'Best 9')).rejects.toMatchObject({ code: 'smart_list_not_found' });
});

it.each([
  [' ', 'rating:5', 'invalid_smart_list'],
  ['a'.repeat(501), 'rating:5', 'invalid_smart_list'],
  ['Best', '  ', 'invalid_smart_list'],
  ['Best', 'rating:', 'invalid_query'],
])('refuse %s for %s', async (name, query, code) => {
  await expect(lists.save(1, name, query)).rejects.toMatchObject({ code });
  expect(await lists.list(1)).toEqual([]);
});
