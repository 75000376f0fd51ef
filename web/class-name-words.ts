import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Without vowels no word comes out that a list of advertisements names, which would hide what has it. */
const letters = 'bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ';

/** `b`, `c` … `z`, then `bb`, `bc` and so on. */
const wordOf = (place: number): string => {
  const letter = letters[place % letters.length] ?? '';
  const before = Math.floor(place / letters.length);
  return before === 0 ? letter : wordOf(before - 1) + letter;
};

const keyOf = (file: string, name: string): string => `${file}\n${name}`;

/**
 * Names for the classes and animations of CSS modules in a build: a word of one to three letters for each, the same
 * ones in every build of the same sources. They are in what a first screen loads, twice each.
 * @param folder of the sources; every `*.module.css` below it is read at once
 * @returns what Vite asks for each name, with the whole path of its file
 */
export function classNameWords(folder: string): (name: string, file: string) => string {
  const words = new Map<string, string>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => join(folder, file))
    .sort();
  for (const file of files) {
    for (const name of namesIn(readFileSync(file, 'utf8'))) words.set(keyOf(file, name), wordOf(words.size));
  }
  return (name, file) => {
    const word = words.get(keyOf(file, name));
    if (word === undefined) throw new Error(`The class '${name}' of ${file} has no word`);
    return word;
  };
}

/** More than the names that count may be found, never fewer: a word that nobody asks for costs nothing. */
const namesIn = (css: string): Set<string> =>
  new Set([...css.matchAll(/(?:\.|@keyframes\s+)([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? ''));
