import { readdirSync, readFileSync } from 'node:fs';
import { routes } from 'virtual:contract-routes';
import { endpoints } from '@tonearm/contract';
import { expect, it } from 'vitest';

it('knows the way of every call that the client makes, wherever it is made', () => {
  const folder = new URL('../', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  const sources = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const called = [...sources.matchAll(/\b(?:call|request)\(\s*'(\w+)'/g)].map(([, name]) => name ?? '');
  const known = called.filter((name) => name in endpoints);
  expect(known.length).toBeGreaterThan(50);
  expect(known.filter((name) => !(name in routes))).toEqual([]);
});
