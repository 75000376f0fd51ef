import fc from 'fast-check';
import { expect, it } from 'vitest';
import { naturalSongId, nextSongId } from '../../library/model/public-id.ts';
import { installationId, keptIdAt } from '../../state/kept-id.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { createMovedIds } from './moved-ids-store.ts';

const path = fc.constantFrom('a', 'b', 'c', 'd');
const deed = fc.oneof(
  fc.record({ kind: fc.constant('new' as const), path }),
  fc.record({ kind: fc.constant('deleted' as const), path }),
  fc.record({
    kind: fc.constant('moved' as const),
    moves: fc.uniqueArray(fc.record({ from: path, to: path }), {
      selector: ({ from }) => from,
      minLength: 1,
    }),
    /** Whether other songs are where these were already when it is told. */
    areReplaced: fc.boolean(),
  }),
);
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;

/** Songs that come, go, move, change places and replace others, and the ids that a library made anew would give them. */
const createSongs = async ({ query }: Pick<StateAccess, 'query'>, library: string) => {
  const tell = createMovedIds({ query });
  const installation = await installationId(query);
  const songs = new Map<string, string>();
  let moveId = 0;
  const idAt = async (at: string): Promise<string> =>
    (await keptIdAt(query, naturalSongId(installation, at), nextSongId)).toString('hex');

  const move = async (wanted: Deed & { kind: 'moved' }): Promise<void> => {
    const moves = wanted.moves.filter(({ from, to }) => from !== to && songs.has(from));
    const before = new Map(songs);
    for (const { from } of moves) songs.delete(from);
    for (const { from, to } of moves.toReversed()) songs.set(to, before.get(from) ?? '');
    const left = wanted.areReplaced ? moves.filter(({ from }) => !songs.has(from)) : [];
    const isFirst = ({ from, to }: { from: string; to: string }): boolean =>
      songs.get(to) === before.get(from);
    // A song that is one with another gives its id to nobody: whoever stands there has that of the place.
    for (const one of left) if (!isFirst(one)) songs.set(one.from, before.get(one.from) ?? '');
    const told = moves.map((one) => {
      moveId += 1;
      return { id: moveId, ...one };
    });
    await tell({ library, moves: told });
    // What is told again changes nothing.
    await tell({ library, moves: told });
    for (const one of left) if (isFirst(one)) songs.set(one.from, await idAt(one.from));
  };

  return {
    do: async (one: Deed): Promise<void> => {
      if (one.kind === 'moved') return move(one);
      if (one.kind === 'deleted') songs.delete(one.path);
      else if (!songs.has(one.path)) songs.set(one.path, await idAt(one.path));
    },
    check: async (): Promise<void> => {
      expect(new Set(songs.values()).size, 'ids').toBe(songs.size);
      for (const [at, id] of songs) expect([at, await idAt(at)]).toEqual([at, id]);
    },
  };
};

/** What holds over every database that ids are kept in. */
export const itKeepsIds = (state: () => Pick<StateAccess, 'query'>, numRuns: number): void => {
  it('gives each song the id that it has, and no other song, in a library made anew after any moves', async () => {
    let libraries = 0;
    await fc.assert(
      fc
        .asyncProperty(fc.array(deed, { maxLength: 25, size: 'max' }), async (deeds) => {
          libraries += 1;
          const songs = await createSongs(state(), `library-${libraries}`);
          for (const each of deeds) {
            await songs.do(each);
            await songs.check();
          }
        })
        .beforeEach(async () => {
          await state().query.deleteFrom('song_ids').execute();
        }),
      { numRuns },
    );
  });
};
