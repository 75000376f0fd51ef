/*
 * First-level weights of single letters, in the root order of the Unicode collation: white space,
 * punctuation, symbols, (numbers,) letters. A written table rather than the machine's collator, so that
 * stored keys do not depend on the version of anybody's Unicode data.
 *
 *   02       white space            24 25      other symbols, other currencies
 *   03-19    punctuation of ASCII   30-4f      numbers (natural-key)
 *   1a       other punctuation      50-83      a-z, each followed by a lead of its relatives
 *   1b-23    symbols of ASCII       84 85      Greek, Cyrillic
 *                                   86-97      every other letter, by code point
 */

/** Weight of one character: no bytes when it is ignored. */
interface LetterWeight {
  readonly bytes: readonly number[];
  /** Whether another character has the same bytes, and this one sorts after it. */
  readonly isVariant: boolean;
}

/** Looks weights up by lower-case, decomposed character. */
interface LetterWeights {
  of(character: string): LetterWeight;
}

const punctuation = `_-,;:!?.'"()[]{}@*/\\&#%`;
const symbols = '`^+<=>|~';
const firstPunctuation = 0x03;
const otherPunctuation = 0x1a;
const firstSymbol = 0x1b;
const otherSymbol = 0x24;
const otherCurrency = 0x25;
const dollar = 0x25;
const firstLatin = 0x50;
const greekLead = 0x84;
const cyrillicLead = 0x85;
const firstOtherLead = 0x86;

/** Letters that come after a plain one as letters of their own, in order. */
const latinRelatives: Readonly<Record<string, string>> = {
  a: 'ɐɑɒ',
  b: 'ʙƀɓƃ',
  c: 'ƈɕ',
  d: 'ɖɗƌ',
  e: 'ǝəɛɘɜɞɤ',
  f: 'ƒ',
  g: 'ɡɢǥɠʛɣƣ',
  h: 'ʜƕɦɧ',
  i: 'ıɪɨɩ',
  j: 'ɉʝɟʄ',
  k: 'ƙ',
  l: 'ʟƚɫɬɭɮƛʎ',
  m: 'ɱ',
  n: 'ɴɲƞɳŋ',
  o: 'ɔɵɷȣ',
  p: 'ƥɸ',
  q: 'ɋĸ',
  r: 'ʀɍɹɺɻɼɽɾɿʁ',
  s: 'ʂȿʃʅʆ',
  t: 'ƫƭʈȶʇ',
  u: 'ʉɥɯʊ',
  v: 'ʋʌ',
  w: 'ʍ',
  x: '',
  y: 'ʏɏƴȝ',
  z: 'ƶȥʐʑɀʒƹʓþƿƨƽƅʔɂʕ',
};

const greek = 'αβγδεϝϛζͱηθιϳκϗλμνξοπϻϟρϼσͼͻͽτυφχψωϡͳϸ';
const cyrillic =
  'аәӕбвгґғӻҕӷдԁђԃҙеєжԫҗзԅԑѕӡԇиҋійјкқӄҡҟҝԟԛлӆԯԓԡљԉԕмӎнԩӊңӈԣҥњԋоөпԥҧҁрҏԗсԍҫтԏҭћуүұѹфхӽӿҳһԧѡѿѽѻцҵчԭҷӌҹҽҿџшщъыьҍѣэюяԙѥѧѫѩѭѯѱѳѵҩԝӏ';

/** Letters that are others with a stroke or tail, or two in one. */
const variants: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ß: 'ss',
  ς: 'σ',
};

const smallKana = 'ぁあぃいぅうぇえぉおっつゃやゅゆょよゎわ';

const wide = (lead: number, codePoint: number): number[] => [
  lead,
  0x02 + ((codePoint >> 14) & 0x7f),
  0x02 + ((codePoint >> 7) & 0x7f),
  0x02 + (codePoint & 0x7f),
];

/** Three bytes for any code point, none of them 00 or 01. */
const byCodePoint = (codePoint: number): number[] => {
  const rest = codePoint % 64_000;
  return [
    firstOtherLead + Math.floor(codePoint / 64_000),
    0x02 + Math.floor(rest / 253),
    0x02 + (rest % 253),
  ];
};

const plainKana = (codePoint: number): number => {
  const hiragana = codePoint >= 0x30a1 && codePoint <= 0x30f6 ? codePoint - 0x60 : codePoint;
  const small = smallKana.indexOf(String.fromCharCode(hiragana));
  return small !== -1 && small % 2 === 0 ? smallKana.charCodeAt(small + 1) : hiragana;
};

const otherWeight = (character: string): LetterWeight => {
  const codePoint = character.codePointAt(0) ?? 0;
  if (/^\s$/u.test(character)) return { bytes: [0x02], isVariant: codePoint !== 0x20 };
  if (/^[\p{P}\p{Z}]$/u.test(character)) {
    return { bytes: wide(otherPunctuation, codePoint), isVariant: false };
  }
  if (/^\p{Sc}$/u.test(character)) return { bytes: wide(otherCurrency, codePoint), isVariant: false };
  if (/^\p{S}$/u.test(character)) return { bytes: wide(otherSymbol, codePoint), isVariant: false };
  if (/^[\p{Cc}\p{Cf}]$/u.test(character)) return { bytes: [], isVariant: false };
  const plain = plainKana(codePoint);
  return { bytes: byCodePoint(plain), isVariant: plain !== codePoint };
};

const tableOf = (): Map<string, LetterWeight> => {
  const table = new Map<string, LetterWeight>();
  const put = (character: string, ...bytes: number[]): void => {
    table.set(character, { bytes, isVariant: false });
  };
  put(' ', 0x02);
  for (const [index, sign] of [...punctuation].entries()) put(sign, firstPunctuation + index);
  for (const [index, sign] of [...symbols].entries()) put(sign, firstSymbol + index);
  put('$', dollar, 0x02);
  for (const [index, [letter, relatives]] of Object.entries(latinRelatives).entries()) {
    const lead = firstLatin + 2 * index;
    put(letter, lead);
    for (const [at, relative] of [...relatives].entries()) put(relative, lead + 1, 0x02 + at);
  }
  for (const [index, letter] of [...greek].entries()) put(letter, greekLead, 0x02 + index);
  for (const [index, letter] of [...cyrillic].entries()) put(letter, cyrillicLead, 0x02 + index);
  for (const [letter, plain] of Object.entries(variants)) {
    const bytes = [...plain].flatMap((part) => table.get(part)?.bytes ?? []);
    table.set(letter, { bytes, isVariant: true });
  }
  return table;
};

/** Makes the table of weights; about 400 letters, the rest by rule. */
const createLetterWeights = (): LetterWeights => {
  const table = tableOf();
  return { of: (character) => table.get(character) ?? otherWeight(character) };
};

/** The weights every key is made with. */
export const letterWeights = createLetterWeights();
