import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { neededIn, sparedParts } from './spared-query-parts.ts';

const library = join(import.meta.dirname, '../node_modules/@tanstack/query-core/build/modern');
const pathOf = (part: string): string => join(library, `${part}.js`);
const textOf = (part: string): string => readFileSync(pathOf(part), 'utf8');

describe('parts of the query library that are left out', () => {
  it('are modules of it, and what they stand for is exported', () => {
    for (const [part, text] of Object.entries(sparedParts)) {
      const exported = /^export \{ (.+) \};/m.exec(textOf(part))?.[1]?.split(', ') ?? [];
      expect(exported.length, part).toBeGreaterThan(0);
      for (const name of exported) expect(text).toMatch(new RegExp(`export (class|const) ${name}\\b`));
    }
  });

  it('stand in for all that the client of queries asks of them', () => {
    const asked = [...textOf('queryClient').matchAll(/#mutationCache\.(\w+)/g)].map(([, name]) => name);
    expect(asked.length).toBeGreaterThan(0);
    for (const name of asked) expect(sparedParts.mutationCache).toContain(`${name}(`);
  });

  it.each(['mutation', 'mutationObserver', 'infiniteQueryObserver'])('are missed by %s', (part) => {
    const query = { [pathOf('query')]: { renderedLength: 9 } };
    expect(neededIn({ ...query, [pathOf(part)]: { renderedLength: 9 } })).toBe(pathOf(part));
    expect(neededIn({ ...query, [pathOf(part)]: { renderedLength: 0 } })).toBeUndefined();
  });
});
