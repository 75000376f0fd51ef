import type { Loosened } from './exchangeable.ts';

const accented: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  g: 'ğ',
  i: 'î',
  l: 'ļ',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  L: 'Ļ',
  N: 'Ñ',
  O: 'Ø',
  S: 'Š',
  U: 'Ü',
};

const strange = (text: string): string => {
  const letters = [...text].map((letter) => accented[letter] ?? letter).join('');
  return `[${letters}${'~'.repeat(Math.ceil(text.length * 0.35))}]`;
};

/**
 * A language nobody speaks: every text accented, a third longer, in brackets. Words that appear
 * without brackets are not in the catalogue; text that breaks the page breaks it here first.
 */
export function pseudo<T>(catalogue: T): Loosened<T> {
  return strangeOf(catalogue) as Loosened<T>;
}

function strangeOf(value: unknown): unknown {
  if (typeof value === 'string') return strange(value);
  if (typeof value === 'function') return (...values: unknown[]) => strange(String(value(...values)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, strangeOf(part)]));
}
