import { expect, it } from 'vitest';
import { composeMade } from '../src/compose-made.ts';
import type { MusicReading } from '../src/library/read/music/music-reading.ts';
import { systemClock } from '../src/platform/clock.ts';
import { silentLog } from '../src/platform/log.ts';
import { temporaryFolder } from './account-server.ts';
import { openTestState } from './test-state.ts';

it('is forgotten with what they play', async () => {
  const folder = temporaryFolder();
  const state = openTestState(folder.path);
  try {
    const user = (name: string) => ({ name, password_hash: '', is_admin: 0 as const, created_at_ms: 0 });
    const rows = await state.query
      .insertInto('users')
      .values([user('anna'), user('ben')])
      .returning('id')
      .execute();
    const { nowPlaying } = composeMade(
      {
        state,
        library: { isFilling: () => true },
        events: { on: () => () => {} },
        world: { clock: systemClock, log: silentLog },
      },
      { music: {} as MusicReading },
    );
    for (const { id } of rows)
      nowPlaying.report({
        ...{ userId: id, player: 'Desk', songId: 'a song', durationMs: 1000, positionMs: 0 },
        ...{ state: 'playing', rate: 1 },
      });
    await state.query.deleteFrom('users').where('name', '=', 'ben').execute();
    await expect.poll(() => nowPlaying.list().map(({ userId }) => userId)).toEqual([rows[0]?.id]);
  } finally {
    state.close();
    folder.remove();
  }
});
