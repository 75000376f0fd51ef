import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { classNameWords } from './class-name-words.ts';

const sources = join(import.meta.dirname, 'src');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonearm-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (file: string, css: string): string => {
  writeFileSync(join(folder, file), css);
  return join(folder, file);
};

it('gives each class and animation of each file a word of its own', () => {
  const row = write(
    'row.module.css',
    '.row.chosen > .mark { inset: .5rem } @keyframes rise { from { top: 0 } }',
  );
  const card = write('card.module.css', '.row { color: red }');
  const wordOf = classNameWords(folder);
  const words = [wordOf('row', row), wordOf('chosen', row), wordOf('mark', row), wordOf('rise', row)];
  expect(new Set([...words, wordOf('row', card)]).size).toBe(5);
  for (const word of words) expect(word).toMatch(/^[^aeiou]{1,2}$/i);
});

it('gives the same words again', () => {
  const file = write('again.module.css', '.one { top: 0 } .two { top: 1px }');
  expect(classNameWords(folder)('two', file)).toBe(classNameWords(folder)('two', file));
});

it('says which class it does not know', () => {
  expect(() => classNameWords(folder)('gone', join(folder, 'gone.module.css'))).toThrow(/gone/);
});

it('has words enough of two letters for the classes of the client', () => {
  const file = join(sources, 'ui', 'controls', 'tabs.module.css');
  expect(classNameWords(sources)('tabs', file)).toMatch(/^\w{1,2}$/);
});
