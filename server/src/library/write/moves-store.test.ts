import { tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { libraryMigrations } from '../migrations/library.ts';
import { openLibraryWriter } from '../open-library.ts';
import { createMovesStore, type MovesStore, type StoredMove } from './moves-store.ts';

/** Where songs are believed to be by who follows what is told, a few at a time, each time all at once. */
const follow = (places: readonly string[], store: MovesStore): string[] => {
  let at = [...places];
  while (!store.isEmpty()) {
    store.arrange();
    const moves = store.pending(3);
    at = after(at, moves);
    store.acknowledge(moves.at(-1)?.id ?? 0);
  }
  return at;
};

const after = (places: readonly string[], moves: readonly Omit<StoredMove, 'id'>[]): string[] => {
  const targets = new Map(moves.map(({ from, to }) => [from, to]));
  return places.map((place) => targets.get(place) ?? place);
};

const names = Array.from({ length: 12 }, (_, number) => `${number}.mp3`);

/** Some songs go to places that are free then, or where others of them were. */
const movesAtOnce = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...names), { maxLength: 10 }),
    fc.shuffledSubarray(names, { minLength: 12 }),
  )
  .map(([froms, tos]) => froms.map((from, index) => ({ from, to: tos[index] ?? from })));

describe('moves that wait to be followed', () => {
  it('lead to the same places in parts as at once', async () => {
    await using folder = await tempFolder();
    const { raw, close } = openLibraryWriter(folder.path);
    const store = createMovesStore(raw);
    fc.assert(
      fc.property(fc.array(movesAtOnce, { maxLength: 3 }), (scans) => {
        for (const moves of scans) {
          store.arrange();
          for (const { from, to } of moves) store.add(from, to);
        }
        expect(follow(names, store)).toEqual(scans.reduce(after, names));
      }),
    );
    close();
  });

  it('are told of together where several songs are one now, in the order in which that was found', async () => {
    await using folder = await tempFolder();
    const { raw, close } = openLibraryWriter(folder.path);
    const store = createMovesStore(raw);
    const moves = [
      { from: 'b', to: 'x' },
      { from: 'c', to: 'y' },
      { from: 'a', to: 'x' },
    ] as const;
    for (const { from, to } of moves) store.add(from, to);
    const told: (readonly string[])[] = [];
    while (!store.isEmpty()) {
      store.arrange();
      const pending = store.pending(1);
      told.push(pending.map(({ from, to }) => `${from} ${to}`));
      store.acknowledge(pending.at(-1)?.id ?? 0);
    }
    expect(told.toSorted((a, b) => a.length - b.length)).toEqual([['c y'], ['b x', 'a x']]);
    close();
  });

  it('have numbers that are never given twice', async () => {
    await using folder = await tempFolder();
    const { raw, close } = openLibraryWriter(folder.path);
    const store = createMovesStore(raw);
    store.add('a', 'b');
    const first = store.pending(1)[0]?.id ?? 0;
    store.acknowledge(first);
    store.add('c', 'd');
    store.acknowledge(first);
    expect(store.pending(10)).toMatchObject([{ from: 'c', to: 'd' }]);
    close();
  });

  it('are kept when the library is brought to a newer form', async () => {
    await using folder = await tempFolder();
    const old = new Database(folder.join('library.db'));
    migrate(old, libraryMigrations.slice(0, 2), { keepSnapshot: false });
    old.exec("INSERT INTO moves (id, from_path, to_path) VALUES (7, 'a', 'b')");
    old.close();
    const { raw, close } = openLibraryWriter(folder.path);
    const store = createMovesStore(raw);
    store.add('c', 'd');
    store.arrange();
    expect(store.pending(10)).toEqual([
      { id: 7, from: 'a', to: 'b' },
      { id: 8, from: 'c', to: 'd' },
    ]);
    close();
  });
});
