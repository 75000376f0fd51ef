import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { idBytesOf } from '../../library/model/public-id.ts';
import { silentLog } from '../../platform/log.ts';
import { createPlayCounts } from '../annotations/play-counts.ts';
import { becomeOf } from './merged-likes-store.ts';
import { openTestCorrections, type TestCorrections } from './test-corrections.ts';

let test: TestCorrections;
beforeEach(async () => {
  test = await openTestCorrections();
});
afterEach(() => test[Symbol.asyncDispose]());

/** What people made of artists or albums, as it is stored. */
const likes = (kind: 'artist' | 'album') => {
  const { raw, close } = openTestState(test.folder.join('data'));
  test.opened.push(close);
  raw.exec("INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0), (2, 'bo', '', 0, NULL, NULL, 0)");
  const star = raw.prepare('INSERT INTO stars VALUES (?, ?, ?, ?)');
  const rate = raw.prepare('INSERT INTO ratings VALUES (?, ?, ?, ?, ?)');
  const play = raw.prepare('INSERT INTO play_counts VALUES (?, ?, ?, ?, ?)');
  const of = (table: string, column: string, id: string) =>
    raw.prepare(`SELECT ${column} FROM ${table} WHERE item = ? ORDER BY user_id`).pluck().all(idBytesOf(id));
  return {
    star: (user: number, id: string, at: number) => star.run(user, idBytesOf(id), kind, at),
    rate: (user: number, id: string, rating: number, at: number) =>
      rate.run(user, idBytesOf(id), kind, rating, at),
    play: (user: number, id: string, plays: number, at: number) =>
      play.run(user, idBytesOf(id), kind, plays, at),
    of: (id: string) => ({
      stars: of('stars', 'user_id', id),
      ratings: of('ratings', 'rating', id),
      plays: of('play_counts', 'plays', id),
    }),
    /** Without when things were played last. */
    all: () => [
      raw.prepare('SELECT * FROM stars ORDER BY user_id, item').all(),
      raw.prepare('SELECT * FROM ratings ORDER BY user_id, item').all(),
      raw.prepare('SELECT user_id, item, kind, plays FROM play_counts ORDER BY user_id, item').all(),
    ],
  };
};

it.each(['artist', 'album'] as const)(
  'gives a merged %s what people made of both, and each theirs when it is taken back',
  async (kind) => {
    const isArtist = kind === 'artist';
    const [other, into] = isArtist
      ? [await test.artist('Beatels'), await test.artist('The Beatles')]
      : [await test.album('Help'), await test.album('Help!')];
    const made = likes(kind);
    made.star(1, other, 10);
    made.rate(1, other, 5, 20);
    made.rate(1, into, 2, 20);
    made.star(2, into, 10);
    made.rate(2, other, 4, 30);
    made.play(1, other, 3, 40);
    made.play(1, into, 2, 30);
    made.play(2, other, 7, 40);
    const before = made.all();
    const merged = await test.make(
      isArtist
        ? { kind: 'merge_artists', artists: [other], into }
        : { kind: 'join_albums', albums: [other], into },
    );
    expect(made.of(into)).toEqual({ stars: [1, 2], ratings: [2, 4], plays: [5, 7] });
    await test.undo(merged);
    expect(made.all()).toEqual(before);
  },
);

it('gives what was joined on to what that is joined with, in whatever order it is taken back', async () => {
  const [help, second, duo] = [await test.album('Help'), await test.album('Help!'), await test.album('Duo')];
  const made = likes('album');
  made.star(1, help, 10);
  made.play(1, help, 3, 40);
  made.play(1, second, 2, 40);
  const before = made.all();
  const first = await test.make({ kind: 'join_albums', albums: [help], into: second });
  const then = await test.make({ kind: 'join_albums', albums: [second], into: duo });
  expect(made.of(duo)).toEqual({ stars: [1], ratings: [], plays: [5] });
  await test.undo(first);
  expect(made.of(duo)).toEqual({ stars: [], ratings: [], plays: [2] });
  await test.undo(then);
  expect(made.all()).toEqual(before);
});

it('takes back no more plays than it gave where some are counted before the library knows of the merge', async () => {
  const [other, into] = [await test.album('Help'), await test.album('Help!')];
  const [merged, kept] = [await test.artist('Beatels'), await test.artist('The Beatles')];
  const made = likes('album');
  made.play(1, other, 3, 40);
  made.play(1, into, 2, 30);
  const state = openTestState(test.folder.join('data'));
  test.opened.push(() => state.close());
  const counts = createPlayCounts({
    state,
    reading: test.reading().music,
    isFilling: () => false,
    becomeOf,
    log: silentLog,
  });
  const listen = async (path: string, at: number): Promise<void> => {
    state.raw.prepare('INSERT INTO listens (user_id, path, played_at) VALUES (1, ?, ?)').run(path, at);
    await counts.catchUp();
  };
  const joined = await test.corrections.make({ kind: 'join_albums', albums: [other], into }, 'anna');
  const mergedOnes = await test.corrections.make(
    { kind: 'merge_artists', artists: [merged], into: kept },
    'anna',
  );
  await listen('M/A/1.mp3', 100);
  expect(made.of(into).plays).toEqual([6]);
  expect([made.of(other).plays, made.of(kept).plays, made.of(merged).plays]).toEqual([[3], [1], []]);
  await test.settle();
  await listen('M/A/2.mp3', 200);
  expect(made.of(into).plays).toEqual([7]);
  await test.undo(mergedOnes);
  await test.undo(joined);
  expect([made.of(other).plays, made.of(into).plays]).toEqual([[3], [4]]);
});
