import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNear } from './near-word.ts';

/** Every text that is one edit away from a word of these letters. */
const editsOf = (word: string, letters: readonly string[]): Set<string> => {
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    found.add(before + after.slice(1));
    if (after.length > 1) found.add(`${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`);
    for (const letter of letters) {
      found.add(before + letter + after);
      if (after !== '') found.add(before + letter + after.slice(1));
    }
  }
  found.delete(word);
  return found;
};

const letters = ['a', 'b', 'c'];
const word = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });

it('knows the texts that are one edit away from a word from all others, wherever they stand', () => {
  fc.assert(
    fc.property(word, word, word, word, (typed, other, before, after) => {
      const near = editsOf(typed, letters);
      for (const text of [other, typed, ...near]) {
        const isOneAway = isNear(typed, before + text + after, before.length, before.length + text.length);
        expect([typed, text, isOneAway]).toEqual([typed, text, near.has(text)]);
      }
    }),
  );
});
