import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openEmptyLibrary } from './open-library.ts';
import { createEmbeddedReading } from './read/embedded-reading.ts';
import { createScanFactsStore } from './read/scan-facts-store.ts';
import { createSearchIndex } from './search-index/search-index-store.ts';
import { createLibrary } from './write/create-library.ts';
import { createSourceTreeStore } from './write/source-tree-store.ts';

/** Opened with the file itself, which their own tests do; or not of the newest schema. */
const elsewhere = [
  'library-file.ts',
  'library-keeper.ts',
  'open-library.ts',
  'read/watched-folders-store.ts',
  'migrations/',
];

/** Files below this folder that prepare statements. */
const preparing = (): string[] =>
  globSync('**/*.ts', { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.ts') && !elsewhere.some((each) => file.startsWith(each)))
    .filter((file) => /\bprepare\b[<(]/.test(readFileSync(join(import.meta.dirname, file), 'utf8')));

it('every store of the library prepares its statements against the schema as it is', () => {
  const { raw, close } = openEmptyLibrary();
  const prepared = new Map<string, number>();
  const watched = new Proxy(raw, {
    get: (target, name) => {
      if (name !== 'prepare') {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return (sql: string): Database.Statement => {
        for (const [, file = ''] of (new Error().stack ?? '').matchAll(/src\/library\/([\w/-]+\.ts)/g)) {
          prepared.set(file, (prepared.get(file) ?? 0) + 1);
        }
        return target.prepare(sql);
      };
    },
  });
  createEmbeddedReading({ raw: watched });
  createScanFactsStore(watched);
  createSourceTreeStore(watched);
  createLibrary({
    raw: watched,
    search: createSearchIndex(watched),
    rules: () => {
      throw new Error('no rule is asked for');
    },
    songIds: () => {
      throw new Error('no song is asked for');
    },
    beforeCommit: () => {},
    onCommit: () => {},
  });
  close();
  expect(preparing().length).toBeGreaterThan(15);
  expect(preparing().filter((file) => !prepared.has(file))).toEqual([]);
});
