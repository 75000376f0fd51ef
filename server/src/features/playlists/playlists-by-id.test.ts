import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlaylistsById } from './playlists-by-id.ts';
import { startTestPlaylists, type TestPlaylists } from './test-playlists.ts';

let playlists: TestPlaylists;
let byId: PlaylistsById;
beforeEach(async () => {
  playlists = await startTestPlaylists();
  ({ byId } = playlists.feature);
});
afterEach(() => playlists.dispose());

const users = { anna: 1, ben: 2 } as const;

const pathsOf = async (userId: number, id: string): Promise<string[]> => {
  const paths: string[] = [];
  for await (const run of byId.songPaths(await byId.find(userId, id))) paths.push(...run);
  return paths;
};

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('playlists by their ids', () => {
  it('keep the id whatever they are called and hold, also where the other door is used', async () => {
    const [one = '', other = ''] = playlists.songs(2);
    await playlists.put('anna', 'a', [one]);
    const [made] = await byId.listVisible(users.anna);
    const id = made?.id ?? '';
    expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
    await playlists.put('anna', 'a', [other, one]);
    const renamed = await playlists.app.inject({
      method: 'POST',
      url: '/api/playlist_rename/a',
      headers: { authorization: 'Bearer anna' },
      payload: { new_name: 'b' },
    });
    expect(renamed.statusCode).toBe(200);
    expect(await byId.find(users.anna, id)).toMatchObject({ name: 'b', ownerName: 'anna', isPublic: false });
    expect(await pathsOf(users.anna, id)).toEqual([other, one]);
    await byId.change(users.anna, id, { newName: 'c', removed: [0], added: [] });
    expect(await playlists.paths('anna', 'c')).toEqual([one]);
    await playlists.restart();
    byId = playlists.feature.byId;
    expect((await byId.listVisible(users.anna)).map((each) => each.id)).toEqual([id]);
  });

  it('get a number behind a name that is taken, also when many are made at once', async () => {
    const made = await Promise.all(
      ['x', 'x', 'x', 'x (2)'].map((name) => byId.make({ userId: users.anna, username: 'anna' }, name, [])),
    );
    // Made at once, none has a place before another: the one that wants "x (2)" may find it taken or be first.
    const last = made[3]?.name === 'x (2)' ? 'x (4)' : 'x (2) (2)';
    expect(made.map(({ name }) => name).sort()).toEqual(['x', 'x (2)', last, 'x (3)'].sort());
    const listed = await byId.listOwned(users.anna);
    expect(listed.map(({ name }) => name).sort()).toEqual(made.map(({ name }) => name).sort());
    expect((await byId.make({ userId: users.ben, username: 'ben' }, 'x', [])).name).toBe('x');
  });

  it('are seen by others when they are public, and changed by nobody else', async () => {
    const { id } = await byId.make({ userId: users.anna, username: 'anna' }, 'mine', []);
    const change = (userId: number) =>
      codeOf(byId.change(userId, id, { isPublic: true, removed: [], added: [] }));
    const remove = (mayAdminister: boolean) => codeOf(byId.remove({ userId: users.ben, mayAdminister }, id));
    expect(await codeOf(byId.find(users.ben, id))).toBe('playlist_not_found');
    expect(await change(users.ben)).toBe('playlist_not_found');
    expect(await remove(false)).toBe('playlist_not_found');
    expect(await change(users.anna)).toBe('done');
    await byId.make({ userId: users.ben, username: 'ben' }, 'z', []);
    expect((await byId.listVisible(users.ben)).map(({ name }) => name)).toEqual(['z', 'mine']);
    expect((await byId.listOwned(users.ben)).map(({ name }) => name)).toEqual(['z']);
    expect(await change(users.ben)).toBe('forbidden');
    expect(await codeOf(byId.replace(users.ben, id, { paths: [] }))).toBe('forbidden');
    expect(await remove(false)).toBe('forbidden');
    expect(await remove(true)).toBe('done');
    expect(await byId.listVisible(users.anna)).toEqual([]);
  });

  it('are changed as a whole or not at all', async () => {
    const [song = ''] = playlists.songs(1);
    const { id } = await byId.make({ userId: users.anna, username: 'anna' }, 'a', [song]);
    await byId.make({ userId: users.anna, username: 'anna' }, 'b', []);
    const taken = byId.change(users.anna, id, {
      newName: 'b',
      comment: 'no',
      removed: [0],
      added: [song, song],
    });
    expect(await codeOf(taken)).toBe('playlist_name_taken');
    const long = byId.change(users.anna, id, { comment: 'x'.repeat(4097), removed: [], added: [song] });
    expect(await codeOf(long)).toBe('invalid_request');
    expect(await byId.find(users.anna, id)).toMatchObject({ name: 'a', comment: null });
    expect(await pathsOf(users.anna, id)).toEqual([song]);
  });

  it('take what two add at the same time', async () => {
    const songs = playlists.songs(4);
    const { id } = await byId.make({ userId: users.anna, username: 'anna' }, 'a', []);
    await Promise.all(songs.map((song) => byId.change(users.anna, id, { removed: [], added: [song] })));
    expect((await pathsOf(users.anna, id)).sort()).toEqual([...songs].sort());
  });

  it('refuse the second of two that take out by place at the same time: its places are of another list', async () => {
    const songs = playlists.songs(3);
    const { id } = await byId.make({ userId: users.anna, username: 'anna' }, 'a', songs);
    const take = () => codeOf(byId.change(users.anna, id, { removed: [0], added: [] }));
    // Each has read the list before the other one saves it.
    const { findSongs } = playlists.files.lookup;
    const both = Promise.withResolvers<void>();
    let readers = 0;
    vi.spyOn(playlists.files.lookup, 'findSongs').mockImplementation(async (paths) => {
      readers += 1;
      if (readers === 2) both.resolve();
      await both.promise;
      return findSongs(paths);
    });
    expect((await Promise.all([take(), take()])).sort()).toEqual(['done', 'playlist_changed']);
    expect(await pathsOf(users.anna, id)).toEqual(songs.slice(1));
  });

  it('are not made for who is gone, in words', async () => {
    expect(await codeOf(byId.make({ userId: 99, username: 'nobody' }, 'a', []))).toBe('unauthorized');
    expect(await byId.listOwned(99)).toEqual([]);
  });

  type Step =
    | { kind: 'change'; removed: number[]; added: string[] }
    | { kind: 'replace'; paths: string[] }
    | { kind: 'move'; from: string; to: string };

  const entry = fc.constantFrom(...Array.from({ length: 8 }, (_, number) => `music/${number}.mp3`));
  const place = fc.integer({ min: -2, max: 8 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        removed: fc.array(place, { maxLength: 4 }),
        added: fc.array(entry, { maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace' as const), paths: fc.array(entry) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), from: entry, to: entry }) },
  );

  const storedPaths = async (): Promise<string[]> => {
    const headers = { authorization: 'Bearer anna' };
    return (await playlists.app.inject({ url: '/api/playlist_entries/a', headers })).json();
  };

  /** Whether places are of what is shown, as a plain list says. @param change what is looked at */
  const followPlainList = async (change: typeof byId.change): Promise<void> => {
    // The last two of the eight are never there.
    const known = new Set(playlists.songs(6));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        playlists.state.raw.exec('DELETE FROM playlists');
        const { id } = await byId.make({ userId: users.anna, username: 'anna' }, 'a', []);
        let model: string[] = [];
        for (const one of steps) {
          if (one.kind === 'move') {
            await playlists.tellMoves([one]);
            model = model.map((path) => (path === one.from ? one.to : path));
          } else if (one.kind === 'replace') {
            await byId.replace(users.anna, id, one);
            model = one.paths;
          } else {
            await change(users.anna, id, one);
            const shown = model.flatMap((path, at) => (known.has(path) ? [at] : []));
            const gone = new Set(one.removed.map((index) => shown[index]));
            model = [...model.filter((_, at) => !gone.has(at)), ...one.added];
          }
          expect(await pathsOf(users.anna, id)).toEqual(model.filter((path) => known.has(path)));
          expect(await storedPaths()).toEqual(model);
          expect((await byId.sumsOf(await byId.find(users.anna, id))).songCount).toBe(
            model.filter((path) => known.has(path)).length,
          );
        }
      }),
      { numRuns: 30 },
    );
  };

  it('behave as a plain list of which some is away, by places of what is shown', () =>
    followPlainList((...change) => byId.change(...change)));

  it('are looked at so that places of what is stored, or places counted from one, are told', async () => {
    const ofStored: typeof byId.change = async (userId, id, { removed, ...others }) => {
      const [all, shown] = [await storedPaths(), await pathsOf(userId, id)];
      const gone = removed.flatMap((place) => shown.indexOf(all[place] ?? ''));
      await byId.change(userId, id, { ...others, removed: gone });
    };
    const fromOne: typeof byId.change = (userId, id, { removed, ...others }) =>
      byId.change(userId, id, { ...others, removed: removed.map((place) => place - 1) });
    for (const wrong of [ofStored, fromOne]) await expect(followPlainList(wrong)).rejects.toThrow();
  });
});
