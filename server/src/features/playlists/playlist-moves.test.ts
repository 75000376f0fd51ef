import type { Song } from '@tonearm/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestPlaylists, type TestPlaylists } from './test-playlists.ts';

let playlists: TestPlaylists;
beforeEach(async () => {
  playlists = await startTestPlaylists();
});
afterEach(() => playlists.dispose());

describe('playlists whose songs move', () => {
  it('follow songs that move, also when two change places', async () => {
    const [a = '', b = ''] = playlists.songs(2);
    const moved = playlists.files.put('new \u{1f3b5}/"0".mp3', '');
    await playlists.put('anna', 'x', [a, b, a]);
    await playlists.put('ben', 'y', [b]);
    await playlists.tellMoves([{ from: a, to: moved }]);
    expect(await playlists.paths('anna', 'x')).toEqual([moved, b, moved]);
    await playlists.tellMoves([
      { from: moved, to: b },
      { from: b, to: moved },
    ]);
    expect(await playlists.paths('anna', 'x')).toEqual([b, moved, b]);
    expect(await playlists.paths('ben', 'y')).toEqual([moved]);
  });

  it('follow each move once, however often it is told', async () => {
    const [a = '', b = '', c = ''] = playlists.songs(3);
    await playlists.put('anna', 'x', [a, b]);
    const swap = playlists.toldOf([
      { from: a, to: b },
      { from: b, to: a },
    ]);
    await playlists.events.settle('songs-moved', swap);
    expect(await playlists.events.settle('songs-moved', swap)).toBe(true);
    expect(await playlists.paths('anna', 'x')).toEqual([b, a]);
    await playlists.restart();
    const more = playlists.toldOf([{ from: b, to: c }]);
    await playlists.events.settle('songs-moved', { library: 'one', moves: [...swap.moves, ...more.moves] });
    expect(await playlists.paths('anna', 'x')).toEqual([c, a]);
    // A library that was made anew counts from the beginning.
    await playlists.events.settle('songs-moved', { library: 'two', moves: [{ id: 1, from: c, to: b }] });
    expect(await playlists.paths('anna', 'x')).toEqual([b, a]);
  });

  it('are whole while a long one is replaced, and follow what moves meanwhile', async () => {
    const [a = '', b = ''] = playlists.songs(2);
    await playlists.put('anna', 'x', Array<string>(30_000).fill(a));
    const replacing = playlists.put('anna', 'x', Array<string>(30_000).fill(b));
    const reading = playlists.get('anna', 'x', '?limit=1');
    const [seen] = (await reading).json<Song[]>();
    expect([a, b]).toContain(seen?.path);
    const moved = playlists.files.put('moved.mp3', '');
    await Promise.all([playlists.tellMoves([{ from: b, to: moved }]), replacing]);
    expect(new Set(await playlists.paths('anna', 'x'))).toEqual(new Set([moved]));
  });

  it('follow songs that change places once, also while a long one is saved', async () => {
    const [a = '', b = ''] = playlists.songs(2);
    await playlists.put('anna', 'other', [a]);
    const saving = playlists.put('anna', 'x', Array<string>(200_000).fill(a));
    // The save is under way once its content is there.
    const contents = playlists.state.raw.prepare('SELECT count(*) FROM playlist_contents').pluck();
    while (contents.get() !== 2) await new Promise((resolve) => setImmediate(resolve));
    await playlists.tellMoves([
      { from: a, to: b },
      { from: b, to: a },
    ]);
    await saving;
    expect(await playlists.paths('anna', 'other')).toEqual([b]);
    expect(new Set(await playlists.paths('anna', 'x'))).toEqual(new Set([b]));
  });

  it('follow what moves in many turns, so that others get theirs', async () => {
    const [a = '', b = ''] = playlists.songs(2);
    for (const name of ['x', 'y']) await playlists.put('anna', name, Array<string>(100_000).fill(a));
    const moved = playlists.files.put('moved.mp3', '');
    let turns = 0;
    let isFollowing = true;
    const settled = playlists.tellMoves([{ from: a, to: moved }]).finally(() => {
      isFollowing = false;
    });
    const again = playlists.tellMoves([{ from: moved, to: b }]);
    while (isFollowing) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all([settled, again])).toEqual([true, true]);
    // Many more than these on any machine: 200 rows of a thousand entries each.
    expect(turns).toBeGreaterThan(3);
    for (const name of ['x', 'y']) expect(new Set(await playlists.paths('anna', name))).toEqual(new Set([b]));
  });
});
