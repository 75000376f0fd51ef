import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** A part of the product whose tests are put to the test. */
export interface Area {
  readonly name: string;
  /** Files that are changed, as patterns below the project's folder. */
  readonly sources: readonly string[];
  /** Tests that should notice, as patterns. */
  readonly tests: readonly string[];
}

const feature = (name: string): string => `server/src/features/${name}/**/*.ts`;
const testsOf = (name: string): string => `server/src/features/${name}/**/*.test.ts`;

/** Where a fault would lose or hide what belongs to people. */
export const areas: readonly Area[] = [
  {
    name: 'scanner',
    sources: [
      feature('scanner'),
      feature('scan'),
      feature('watching'),
      'server/src/library/write/*.ts',
      'server/src/platform/paths/{folder-names,real-path}.ts',
    ],
    tests: [testsOf('scanner'), testsOf('scan'), testsOf('watching'), 'server/src/library/write/*.test.ts'],
  },
  { name: 'outbox', sources: [feature('scrobbling')], tests: [testsOf('scrobbling')] },
  {
    name: 'paths',
    sources: [
      feature('sources'),
      'server/src/library/read/l*.ts',
      'server/src/library/read/{random-albums,walk}.ts',
      'server/src/platform/paths/{open-inside,virtual-path}.ts',
      'server/src/platform/text/*-key.ts',
      'server/src/http/*path*.ts',
    ],
    tests: [
      testsOf('sources'),
      testsOf('collection'),
      'server/src/platform/**/*.test.ts',
      'server/src/http/*.test.ts',
      'server/test/contract-hostile-paths.test.ts',
      'server/test/version-8-clients.test.ts',
    ],
  },
  {
    name: 'search',
    sources: [
      feature('search'),
      'server/src/library/search-index/*.ts',
      'server/src/library/read/{hit-order,hits-store,search-reading}.ts',
    ],
    tests: [testsOf('search'), 'server/src/library/search-index/*.test.ts', testsOf('collection')],
  },
  { name: 'playlists', sources: [feature('playlists')], tests: [testsOf('playlists')] },
];

/** What is no rule: tests and their helpers, doors, and processes whose parts are tested in this one. */
const isLeftOut = (file: string): boolean =>
  /\.test\.ts$|\/test-[^/]*$|\/fake-[^/]*$|\/index\.ts$|-worker\.ts$|-process\.ts$/.test(file);

const found = (root: string, patterns: readonly string[]): string[] =>
  [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root })))].sort();

/** Files of an area that are changed. */
export const sourcesOf = (root: string, area: Area): string[] =>
  found(root, area.sources).filter((file) => !isLeftOut(file));

const importsOf = (root: string, file: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(root, file), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => relative(root, join(root, dirname(file), fileName)))
    .filter((name) => name.endsWith('.ts'));

/** How many imports lie between a test and each file that it runs: 1 is imported directly. */
const distancesFrom = (root: string, test: string): Map<string, number> => {
  const distances = new Map([[test, 0]]);
  for (const [file, distance] of distances) {
    for (const imported of importsOf(root, file)) {
      if (!distances.has(imported)) distances.set(imported, distance + 1);
    }
  }
  return distances;
};

/** Which tests of an area run a file, the nearest first, of those as near the shortest. */
export const createNearestTests = (root: string, area: Area): ((file: string) => string[]) => {
  const tests = found(root, area.tests).map((test) => ({
    test,
    length: statSync(join(root, test)).size,
    distances: distancesFrom(root, test),
  }));
  return (file) =>
    tests
      .flatMap(({ test, length, distances }) => {
        const distance = distances.get(file);
        return distance === undefined ? [] : [{ test, length, distance }];
      })
      .sort((a, b) => a.distance - b.distance || a.length - b.length)
      .map(({ test }) => test);
};
