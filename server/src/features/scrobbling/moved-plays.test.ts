import { createFakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import type { AppEvents, SongsMoved } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { systemRandom } from '../../platform/random.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { createScrobbling, type Scrobbling } from './scrobbling.ts';

let folder: TempFolder;
let state: ReturnType<typeof openTestState>;
let events: ReturnType<typeof createEvents<AppEvents>>;
let scrobbling: Scrobbling;
beforeEach(async () => {
  folder = await tempFolder();
  state = openTestState(folder.path);
  state.raw.pragma('synchronous = OFF');
  state.raw.exec(
    "INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0), (2, 'ben', '', 0, NULL, NULL, 0)",
  );
  events = createEvents<AppEvents>((error) => {
    throw error;
  });
  scrobbling = createScrobbling({
    state,
    events,
    services: [],
    secrets: createSecretBox({ dataFolder: folder.path, random: systemRandom }),
    clock: createFakeClock(),
    log: silentLog,
  });
});
afterEach(async () => {
  await scrobbling.close();
  state.close();
  await folder[Symbol.asyncDispose]();
});

const play = (userId: number, path: string, playedAt: number): void => {
  state.raw
    .prepare('INSERT INTO listens (user_id, path, played_at) VALUES (?, ?, ?)')
    .run(userId, path, playedAt);
};

let lastMoveId = 0;
const toldOf = (library: string, ...moves: [string, string][]): SongsMoved => ({
  library,
  moves: moves.map(([from, to]) => {
    lastMoveId += 1;
    return { id: lastMoveId, from, to };
  }),
});
const move = (...moves: [string, string][]): Promise<boolean> =>
  events.settle('songs-moved', toldOf('one', ...moves));

/** Paths of a user's history, oldest first. */
const played = async (userId = 1): Promise<string[]> => {
  const rows = await scrobbling.listHistory(userId, { limit: 100_000, offset: 0 });
  return rows.map((row) => row.path).reverse();
};

describe('the history of plays', () => {
  it('follows songs that are somewhere else now, of every user', async () => {
    play(1, 'In/été "1".flac', 10);
    play(1, 'In/2.flac', 20);
    play(2, 'In/été "1".flac', 10);
    expect(await move(['In/été "1".flac', 'Music/1.flac'], ['In/3.flac', 'Music/3.flac'])).toBe(true);
    expect(await played(1)).toEqual(['Music/1.flac', 'In/2.flac']);
    expect(await played(2)).toEqual(['Music/1.flac']);
  });

  it('is of the same songs after any moves, also where songs changed places', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const moves = fc.uniqueArray(fc.tuple(name, name), { selector: ([from]) => from });
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { maxLength: 20 }),
        fc.array(moves, { maxLength: 4 }),
        async (songs, lists) => {
          state.raw.exec('DELETE FROM listens');
          for (const [at, song] of songs.entries()) play(1, song, at);
          await Promise.all(lists.map((list) => move(...list)));
          const expected = lists.reduce((paths, list) => {
            const targets = new Map(list);
            return paths.map((path) => targets.get(path) ?? path);
          }, songs);
          expect(await played()).toEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('follows each move once, however often it is told', async () => {
    play(1, 'a', 10);
    play(1, 'b', 20);
    const swap = toldOf('one', ['a', 'b'], ['b', 'a']);
    for (let time = 0; time < 2; time += 1) expect(await events.settle('songs-moved', swap)).toBe(true);
    expect(await played()).toEqual(['b', 'a']);
    // A library that was made anew counts from the beginning.
    await events.settle('songs-moved', { library: 'two', moves: [{ id: 1, from: 'a', to: 'c' }] });
    expect(await played()).toEqual(['b', 'c']);
  });

  it('does not follow an old move with what is played at the old place since', async () => {
    play(1, 'a', 10);
    const told = toldOf('one', ['a', 'b']);
    await events.settle('songs-moved', told);
    play(1, 'a', 20);
    await events.settle('songs-moved', told);
    expect(await played()).toEqual(['b', 'a']);
  });

  it('is followed by the plays that wait to be sent', async () => {
    const wait = state.raw.prepare(
      `INSERT INTO outbox (user_id, service, path, play, played_at, attempts, next_attempt_at_ms, created_at_ms)
       VALUES (?, 'lastfm', ?, '{}', ?, 0, 0, 0)`,
    );
    for (const [user, path, playedAt] of [
      [1, 'a', 10],
      [2, 'a', 10],
      [1, 'b', 20],
      [1, 'c', 30],
    ] as const) {
      wait.run(user, path, playedAt);
    }
    const waiting = () => state.raw.prepare('SELECT path FROM outbox ORDER BY id').pluck().all();
    await move(['c', 'd']);
    expect(waiting()).toEqual(['a', 'a', 'b', 'd']);
    const swap = toldOf('one', ['a', 'b'], ['b', 'a']);
    for (let time = 0; time < 2; time += 1) await events.settle('songs-moved', swap);
    expect(waiting()).toEqual(['b', 'b', 'a', 'd']);
  });

  it('keeps a play that is known under the new path already', async () => {
    play(1, 'a', 10);
    play(1, 'b', 10);
    expect(await move(['a', 'b'])).toBe(true);
    expect((await played()).sort()).toEqual(['a', 'b']);
  });

  it('follows however long it is', async () => {
    state.raw.exec(`
      WITH RECURSIVE n(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at < 29999)
      INSERT INTO listens (user_id, path, played_at) SELECT 1, 'In/' || (at % 3000) || '.flac', at FROM n`);
    const moves = Array.from({ length: 1000 }, (_, at): [string, string] => [
      `In/${at}.flac`,
      `Out/${at}.flac`,
    ]);
    await move(...moves);
    const paths = await played();
    expect(paths).toHaveLength(30_000);
    expect(paths.every((path, at) => path === `${at % 3000 < 1000 ? 'Out' : 'In'}/${at % 3000}.flac`)).toBe(
      true,
    );
  });
});
