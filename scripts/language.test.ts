import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Sorting, folding and writing that follow the language of the machine or browser, because none is named or `und`, which is none. */
const withoutLanguage = [
  /\.toLocale(?:Lower|Upper)Case\(\)/,
  /\.toLocale(?:Date|Time)?String\(\)/,
  /\.localeCompare\([^,()]*(?:\([^()]*\)[^,()]*)*\)/,
  /\bIntl\.[A-Z]\w+\((?:\)|undefined|'und')/,
];

const findIn = (text: string): string[] =>
  withoutLanguage.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

it('knows what follows the language of the machine, and what names its own', () => {
  const found = (line: string) => findIn(line).length > 0;
  expect(
    [
      'a.toLocaleLowerCase()',
      'a?.toLocaleUpperCase().trim()',
      'a.localeCompare(b)',
      'a.name.localeCompare(nameOf(b))',
      'n.toLocaleString()',
      'new Date(0).toLocaleDateString()',
      'new Intl.Collator(undefined, { numeric: true })',
      'Intl.NumberFormat()',
      "new Intl.Collator('und')",
    ].filter((line) => !found(line)),
  ).toEqual([]);
  expect(
    [
      'a.toLowerCase()',
      "a.localeCompare(b, 'en')",
      "a.localeCompare(nameOf(b), 'en')",
      "new Intl.Collator('en')",
      'Intl.PluralRules(language)',
      "n.toLocaleString('en')",
    ].filter(found),
  ).toEqual([]);
});

/** Asks for the language of the machine to see that it was changed. */
const asksOnPurpose = 'trust/machine/change-machine.test.ts';

it.each(['contract', 'server/src', 'server/test', 'web/src', 'song-files', 'demo', 'testkit', 'bench/src'])(
  'nothing in %s follows the language of the machine',
  (folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.tsx?$/.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name) && name !== asksOnPurpose,
    );
    expect(files.length).toBeGreaterThan(0);
    const found = files.flatMap((name) =>
      findIn(readFileSync(join(root, folder, name), 'utf8')).map((text) => `${folder}/${name}: ${text}`),
    );
    expect(found).toEqual([]);
  },
);
