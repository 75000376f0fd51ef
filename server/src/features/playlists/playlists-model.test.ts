import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestPlaylists, type TestPlaylists } from './test-playlists.ts';

let playlists: TestPlaylists;
beforeEach(async () => {
  playlists = await startTestPlaylists();
});
afterEach(() => playlists.dispose());

describe('playlists of several users', () => {
  type Step =
    | { kind: 'put'; user: string; name: string; tracks: string[] }
    | { kind: 'delete'; user: string; name: string }
    | { kind: 'move'; from: string; to: string };

  const entry = fc.constantFrom(
    ...Array.from({ length: 8 }, (_, number) => `music/${number}.mp3`),
    'x/../y',
    ' ',
  );
  const name = fc.constantFrom('a', 'a/b', '__proto__', 'é', 'e\u0301', ' ', '%2F', '\u{1f3b5}\n');
  const user = fc.constantFrom('anna', 'ben');
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('put' as const), user, name, tracks: fc.array(entry) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), user, name }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), from: entry, to: entry }) },
  );

  it('behave as a plain model, whatever is put, deleted and moved', async () => {
    const known = new Set(playlists.songs(6));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        playlists.state.raw.exec('DELETE FROM playlists');
        const model = new Map<string, string[]>();
        for (const one of steps) {
          if (one.kind === 'move') {
            await playlists.tellMoves([one]);
            for (const [key, tracks] of model) {
              model.set(
                key,
                tracks.map((path) => (path === one.from ? one.to : path)),
              );
            }
            continue;
          }
          const key = JSON.stringify([one.user, one.name]);
          if (one.kind === 'put') {
            expect((await playlists.put(one.user, one.name, one.tracks)).statusCode).toBe(200);
            model.set(key, one.tracks);
          } else {
            const had = model.delete(key);
            expect((await playlists.remove(one.user, one.name)).statusCode).toBe(had ? 200 : 404);
          }
        }
        for (const [key, tracks] of model) {
          const [who, what] = JSON.parse(key) as [string, string];
          expect(await playlists.paths(who, what)).toEqual(tracks.filter((path) => known.has(path)));
        }
        const listed = [...(await playlists.names('anna')), ...(await playlists.names('ben'))].sort();
        expect(listed).toEqual([...model.keys()].map((key) => (JSON.parse(key) as string[])[1]).sort());
      }),
      { numRuns: 60 },
    );
  });

  it('are one of what was put, whole, when many put at the same time', async () => {
    const all = playlists.songs(30);
    const length = 20_000;
    const puts = all.slice(0, 6).map((path) => playlists.put('anna', 'x', Array<string>(length).fill(path)));
    const others = all
      .slice(6, 12)
      .map((path) => playlists.put('ben', 'x', Array<string>(length).fill(path)));
    const statuses = (await Promise.all([...puts, ...others])).map((answer) => answer.statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const who of ['anna', 'ben']) {
      const kept = await playlists.paths(who, 'x');
      expect([kept.length, new Set(kept).size]).toEqual([length, 1]);
    }
  });
});
