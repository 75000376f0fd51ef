import { type LetterWeights, letterWeights } from './letter-weights.ts';

/*
 * A key is: primary weights · 01 · accents · 01 · case · 01 · raw text, trailing empty parts left out.
 * Bytes 00 and 01 occur nowhere else, so that a key followed by 00 is never a prefix of another's.
 * Plain ASCII names need no raw part: the first and third part already tell them apart.
 */
const separator = 0x01;
const numberLead = 0x30;
/** Numbers of more digits than this carry their length in five bytes. */
const longNumberDigits = 30;
/** Longest run between two accents or capitals that one byte holds. */
const longestGap = 250;

/** NUL and its escape. */
const reserved = ['\u0000', '\u0001'] as const;
const plainAscii = /^[\u0020-\u007e]*$/;
const digit = /^\p{Nd}$/u;
const mark = /^\p{M}$/u;
/** Marks that are accents; those of Indic scripts are vowels, which sort as letters. */
const accent =
  /^[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Syriac}]$/u;

/** The growing parts of a key. */
interface Parts {
  readonly primary: number[];
  readonly accents: Gaps;
  readonly capitals: Gaps;
}

/** Positions as distances, so that the earlier mark is the greater byte and none is the least. */
interface Gaps {
  readonly bytes: number[];
  plainSince: number;
}

const newGaps = (): Gaps => ({ bytes: [], plainSince: 0 });

const putMark = (gaps: Gaps): void => {
  for (; gaps.plainSince >= longestGap; gaps.plainSince -= longestGap) gaps.bytes.push(0xff - longestGap);
  gaps.bytes.push(0xff - gaps.plainSince);
  gaps.plainSince = 0;
};

const putPlain = (gaps: Gaps): void => {
  gaps.plainSince += 1;
};

/** Any value below 2^28 as four bytes that avoid 00 and 01. */
const putWide = (bytes: number[], value: number): void => {
  for (let shift = 21; shift >= 0; shift -= 7) bytes.push(0x02 + ((value >> shift) & 0x7f));
};

const digitValue = (codePoint: number): number => {
  if (codePoint < 0x80) return codePoint - 0x30;
  // Ten digits stand together, from a code point that ends in 0 or 6 on.
  const row = codePoint & ~0xf;
  const zero = digit.test(String.fromCodePoint(row)) ? row : row + 6;
  return codePoint - zero;
};

const putNumber = (parts: Parts, digits: readonly number[]): void => {
  const firstUsed = digits.findIndex((value) => value !== 0);
  const leadingZeros = firstUsed === -1 ? digits.length - 1 : firstUsed;
  const used = firstUsed === -1 ? 0 : digits.length - firstUsed;
  if (used <= longNumberDigits) {
    parts.primary.push(numberLead + used);
  } else {
    parts.primary.push(numberLead + longNumberDigits + 1);
    putWide(parts.primary, used);
  }
  for (let at = digits.length - used; at < digits.length; at += 1) {
    parts.primary.push(numberLead + (digits[at] ?? 0));
  }
  for (let zero = 0; zero < leadingZeros; zero += 1) putMark(parts.capitals);
  putPlain(parts.capitals);
  putPlain(parts.accents);
};

const putCharacter = (parts: Parts, character: string, weights: LetterWeights): void => {
  const lower = character.toLowerCase();
  const weight = weights.of(lower);
  if (weight.bytes.length === 0) return;
  for (const byte of weight.bytes) parts.primary.push(byte);
  if (lower === character) putPlain(parts.capitals);
  else putMark(parts.capitals);
  putPlain(parts.accents);
  if (weight.isVariant) {
    putMark(parts.accents);
    putWide(parts.accents.bytes, lower.codePointAt(0) ?? 0);
  }
};

const putText = (parts: Parts, text: string): void => {
  const decomposed = plainAscii.test(text)
    ? text
    : text.normalize('NFKD').replace(/([иИ])\u0306/gu, replaceShortI);
  let digits: number[] = [];
  for (const character of decomposed) {
    const codePoint = character.codePointAt(0) ?? 0;
    const isDigit = codePoint < 0x80 ? codePoint >= 0x30 && codePoint <= 0x39 : digit.test(character);
    if (isDigit) {
      digits.push(digitValue(codePoint));
      continue;
    }
    if (digits.length > 0) putNumber(parts, digits);
    digits = [];
    if (codePoint >= 0x300 && mark.test(character) && accent.test(character)) {
      putMark(parts.accents);
      putWide(parts.accents.bytes, codePoint);
    } else {
      putCharacter(parts, character, letterWeights);
    }
  }
  if (digits.length > 0) putNumber(parts, digits);
};

/** й is a letter of its own, not an accented и. */
const replaceShortI = (_whole: string, base: string): string => (base === 'и' ? 'й' : 'Й');

const rawBytes = (text: string): Buffer => {
  if (!reserved.some((character) => text.includes(character))) return Buffer.from(text);
  return Buffer.from(text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001'));
};

/**
 * A key whose bytes compare as people sort names: case- and accent-insensitive first, numbers by value,
 * punctuation before digits before letters; then by accents, by case, by the exact text. Different names
 * have different keys. Holds no byte 00.
 */
export const naturalKey = (name: string): Uint8Array => {
  const parts: Parts = { primary: [], accents: newGaps(), capitals: newGaps() };
  putText(parts, name);
  const raw = plainAscii.test(name) ? Buffer.alloc(0) : rawBytes(name);
  const bytes = [...parts.primary];
  if (parts.accents.bytes.length + parts.capitals.bytes.length + raw.length > 0) {
    bytes.push(separator, ...parts.accents.bytes);
  }
  if (parts.capitals.bytes.length + raw.length > 0) bytes.push(separator, ...parts.capitals.bytes);
  if (raw.length === 0) return Uint8Array.from(bytes);
  bytes.push(separator);
  return Buffer.concat([Uint8Array.from(bytes), raw]);
};

/** Compares keys byte by byte. */
export const compareKeys = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);
