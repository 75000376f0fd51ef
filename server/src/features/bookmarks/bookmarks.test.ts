import { createFakeClock, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { idText, naturalSongId } from '../../library/model/public-id.ts';
import { createBookmarks } from './bookmarks.ts';

const id = (name: string): string => idText(naturalSongId('here', name));

it('keeps one place a song and person, newest change first, with when it was made', async () => {
  await using folder = await tempFolder();
  using state = Object.assign(openTestState(folder.path), {
    [Symbol.dispose](this: { close(): void }) {
      this.close();
    },
  });
  state.raw.exec(
    "INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0), (2, 'ben', '', 0, NULL, NULL, 0)",
  );
  const clock = createFakeClock();
  const bookmarks = createBookmarks({ state, clock });
  const made = clock.nowMs();
  await bookmarks.save(1, { songId: id('a'), positionMs: 1000, comment: null });
  await clock.advance(10);
  await bookmarks.save(1, { songId: id('b'), positionMs: 2000, comment: 'here' });
  await bookmarks.save(2, { songId: id('a'), positionMs: 9, comment: null });
  await clock.advance(10);
  await bookmarks.save(1, { songId: id('a'), positionMs: 3000, comment: 'again' });
  expect(await bookmarks.list(1)).toEqual([
    { songId: id('a'), positionMs: 3000, comment: 'again', createdAtMs: made, changedAtMs: made + 20 },
    { songId: id('b'), positionMs: 2000, comment: 'here', createdAtMs: made + 10, changedAtMs: made + 10 },
  ]);
  await bookmarks.remove(1, id('a'));
  await bookmarks.remove(1, id('a'));
  expect((await bookmarks.of(1, [id('a'), id('b')])).map(({ songId }) => songId)).toEqual([id('b')]);
  expect((await bookmarks.of(2, [id('a')])).map(({ positionMs }) => positionMs)).toEqual([9]);
});
