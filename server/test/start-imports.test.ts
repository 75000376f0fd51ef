import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '..', 'src');

/** An import of a value from one of these loads a whole client of HTTP with it, which takes as long as half a start. */
const heavy = /^import (?!type\b)[^;]*? from 'node:(?:http|https|http2)';/m;

it('no source of the server imports the whole of HTTP for a value', () => {
  const files = globSync('**/*.ts', { cwd: sources }).filter(
    (file) => !/(?:\.test|[/\\]test-[^/\\]+)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => heavy.test(readFileSync(join(sources, file), 'utf8')))).toEqual([]);
  expect(heavy.test("import { STATUS_CODES } from 'node:http';")).toBe(true);
  expect(heavy.test("import type { Server } from 'node:http';")).toBe(false);
});
