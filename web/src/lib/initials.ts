const graphemes = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Words that open a name and say nothing of it. */
const fillers = new Set(['the', 'a', 'an']);

const firstOf = (word: string): string =>
  graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** Up to two letters that stand for a name: the first ones of its first and its last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  const telling = words.filter((word) => !fillers.has(word.toLowerCase()));
  const [first, ...rest] = telling.length > 0 ? telling : words;
  const last = rest.at(-1);
  return [first, last].map((word) => (word === undefined ? '' : firstOf(word).toUpperCase())).join('');
}

/** A hue that belongs to a name, in degrees: always the same for the same name. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  // Steps as wide as the golden angle: names that differ a little look far apart.
  return Math.round((sum * 137.508) % 360);
}
