/** Letters that no decomposition reaches, and typographic signs that keyboards do not have. */
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
};

const replaceable = new RegExp(`[${Object.keys(replacements).join('')}]`, 'gu');
const ascii = /^\p{ASCII}*$/u;

const foldOnce = (text: string): string =>
  text
    // The acute accent typed as an apostrophe would decompose into a space.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(replaceable, (letter) => replacements[letter] ?? letter);

/**
 * Text as search compares it: without case, accents and other combining marks, compatibility forms as
 * plain ones (`ﬁ` → `fi`, `①` → `1`), `ß` → `ss`, `ø` → `o` and so on, and typographic quotes and dashes
 * as the ones of a keyboard. Hangul stays whole syllables. Folding folded text changes nothing.
 */
export const foldText = (text: string): string => {
  if (ascii.test(text)) return text.toLowerCase();
  let folded = foldOnce(text);
  if (ascii.test(folded)) return folded;
  // Lower case can bring a mark back (`İ` in some forms), so fold until nothing changes; twice at most in practice.
  for (let again = foldOnce(folded); again !== folded; again = foldOnce(folded)) folded = again;
  return folded.normalize('NFC');
};
