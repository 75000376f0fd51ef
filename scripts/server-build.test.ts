import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const dist = join(import.meta.dirname, '..', 'server', 'dist');
const isBuilt = process.env['TONEARM_BUILT'] === '1';

/** Processes and threads of the server, as they are built. */
const workers = isBuilt ? globSync('*-{process,worker}.js', { cwd: dist }).sort() : [];

/** What is loaded with a file before anything of it runs. */
const loadedWith = (file: string): string[] =>
  [...readFileSync(join(dist, file), 'utf8').matchAll(/^import\b(?!\s*\()[^;"]*"(\.[^"]+)"/gm)].map(
    ([, name = '']) => name,
  );

/** The sources that a file was put together of. */
const sourcesOf = (file: string): string[] =>
  (JSON.parse(readFileSync(join(dist, `${file}.map`), 'utf8')) as { sources: string[] }).sources;

/** Schemas of the wire, and what answers: made by each start that loads them, and asked by none but the server. */
const forAnswers = /\/node_modules\/(?:zod|fastify)\//;

describe.skipIf(!isBuilt /* nothing was built to be looked at: `npm test` builds first */)(
  'a process or thread of the server',
  () => {
    it('is among those that are looked at', () => {
      for (const name of ['scan-process.js', 'tag-reader-worker.js', 'picture-process.js', 'watch-worker.js'])
        expect(workers).toContain(name);
    });

    it.each(workers)('is one file, without what only answers need: %s', (file) => {
      expect(loadedWith(file)).toEqual([]);
      expect(sourcesOf(file).filter((source) => forAnswers.test(source))).toEqual([]);
    });

    it('or else this would tell', () => {
      expect(loadedWith('server.js')).not.toEqual([]);
      expect(sourcesOf('server.js').filter((source) => forAnswers.test(source))).not.toEqual([]);
    });
  },
);
