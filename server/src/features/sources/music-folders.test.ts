import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAccountServer } from '../../../test/account-server.ts';

type Row = readonly [name: string, source: string];

const open = async () => {
  const server = await createAccountServer();
  const save = async (...rows: readonly Row[]): Promise<Record<string, number>> => {
    await server.sources.save(rows.map(([name, source]) => ({ name, source })));
    return Object.fromEntries(server.sources.folders().map(({ id, name }) => [name, id]));
  };
  return { server, save, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

it('keeps the number of a source that is renamed, moved, reordered, or taken out and put back', async () => {
  await using opened = await open();
  const { save, server } = opened;
  const first = await save(['Music', '/m'], ['Radio', '/r']);
  expect(Object.keys(first)).toEqual(['Music', 'Radio']);
  expect(await save(['Radio', '/r'], ['Music', '/m'])).toEqual(first);
  expect(await save(['Songs', '/m'], ['Radio', '/r'])).toEqual({
    Songs: first['Music'],
    Radio: first['Radio'],
  });
  expect(await save(['Songs', '/elsewhere'])).toEqual({ Songs: first['Music'] });
  expect(await save(['Radio', '/r'], ['Songs', '/elsewhere'])).toEqual({
    Radio: first['Radio'],
    Songs: first['Music'],
  });
  const drafts = await save(['Radio', '/r'], ['', '/draft'], ['Draft', '']);
  expect(drafts).toEqual({ Radio: first['Radio'] });
  expect(server.sources.folders().map(({ id }) => id)).toEqual([first['Radio']]);
});

it('gives two sources that swap their names the numbers of their names', async () => {
  await using opened = await open();
  const before = await opened.save(['A', '/a'], ['B', '/b']);
  expect(await opened.save(['B', '/a'], ['A', '/b'])).toEqual(before);
});

it('never gives a number to two sources, nor one of before to another', async () => {
  await using opened = await open();
  const { save } = opened;
  const names = fc.constantFrom('A', 'B', 'C', 'D');
  const folders = fc.constantFrom('/a', '/b', '/c', '/d');
  const list = fc.uniqueArray(fc.tuple(names, folders), { selector: ([name]) => name, maxLength: 4 });
  const ever = new Map<number, Set<string>>();
  await fc.assert(
    fc.asyncProperty(list, async (rows) => {
      const now = await save(...rows);
      const ids = rows.map(([name]) => now[name] ?? 0);
      expect(new Set(ids).size).toBe(rows.length);
      for (const [at, [name, folder]] of rows.entries()) {
        const id = ids[at] ?? 0;
        const known = ever.get(id) ?? new Set([name, folder]);
        // It shares its name or its folder with something that had the number before.
        expect([name, folder].some((part) => known.has(part))).toBe(true);
        ever.set(id, known.add(name).add(folder));
      }
    }),
    { numRuns: 60 },
  );
});
