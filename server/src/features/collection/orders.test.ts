import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStatements } from '../../library/read/lists/lists-store.ts';
import { createTestLibrary, type TestLibrary } from './test-library.ts';

let library: TestLibrary;
beforeAll(() => {
  library = createTestLibrary();
});
afterAll(() => library[Symbol.dispose]());

/** Lists as long as there are sources, which people type in by hand. */
const shortLists = new Set(['sources', 'sourceRoots', 'totalSongs']);

describe('every order the lists offer', () => {
  const orders = Object.entries(listStatements).filter(([name]) => !shortLists.has(name));
  it.each(orders)('%s reads an index and sorts nothing', (_name, sql) => {
    const parameters = [...sql.matchAll(/\?/g)].map(() => null);
    const plan = library.raw
      .prepare<null[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map((step) => step.detail);
    expect(plan.filter((step) => /TEMP B-TREE|^SCAN (?!.*(INDEX|subquery|\(subquery))/.test(step))).toEqual(
      [],
    );
  });
});
