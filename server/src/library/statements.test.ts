import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openEmptyLibrary } from './open-library.ts';
import { appStatements } from './read/apps/app-statements.ts';
import { createCatalogueReading } from './read/catalogue-store.ts';
import { createEmbeddedReading } from './read/embedded-reading.ts';
import { createScanFactsStore } from './read/scan-facts-store.ts';
import { rareNumberFields, rareTextFields } from './read/tag-values/rare-fields.ts';
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
  // Made of the schema that is there; its own tests run each of them.
  'feed/',
];

/** Prepared when it is first asked for, whichever it is: all that it may be are prepared below. */
const onDemand = 'raw.prepare(appStatements[name])';

/** Lines of files below this folder that prepare a statement, as `file:line`. */
const preparing = (): string[] =>
  globSync('**/*.ts', { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.ts') && !elsewhere.some((each) => file.startsWith(each)))
    .flatMap((file) =>
      readFileSync(join(import.meta.dirname, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
        .filter(({ line }) => /\bprepare\b[<(]/.test(line) && !line.includes(onDemand))
        .map(({ at }) => at),
    );

/** The connection, and the lines that prepared something on it. */
const watchPrepared = (raw: Database.Database) => {
  const prepared = new Set<string>();
  const watched = new Proxy(raw, {
    get: (target, name) => {
      if (name !== 'prepare') {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return (sql: string): Database.Statement => {
        for (const [, at = ''] of (new Error().stack ?? '').matchAll(/src\/library\/([\w/-]+\.ts:\d+)/g))
          prepared.add(at);
        return target.prepare(sql);
      };
    },
  });
  return { watched, prepared };
};

it('every statement of the library is prepared against the schema as it is', async () => {
  const { raw, close } = openEmptyLibrary();
  const { watched, prepared } = watchPrepared(raw);
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
    nowMs: () => 0,
    beforeCommit: () => {},
    onCommit: () => {},
  });
  const catalogue = createCatalogueReading(watched);
  const rare = [...Object.keys(rareTextFields), ...Object.keys(rareNumberFields)];
  for (const field of rare) await catalogue.rareBetween(field as keyof typeof rareTextFields, 0, 1);
  for (const sql of Object.values(appStatements)) expect(() => raw.prepare(sql)).not.toThrow();
  close();
  expect(preparing().length).toBeGreaterThan(200);
  expect(preparing().filter((at) => !prepared.has(at))).toEqual([]);
});
