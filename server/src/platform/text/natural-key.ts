import { type BytesList, createBytesList } from './bytes-list.ts';
import { letterWeights } from './letter-weights.ts';

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

/** Positions as distances, so that the earlier mark is the greater byte and none is the least. */
interface Gaps {
  readonly bytes: BytesList;
  plainSince: number;
}

/** The growing parts of a key, for one key after the other: nothing of them lives on. */
const parts = {
  primary: createBytesList(),
  accents: { bytes: createBytesList(), plainSince: 0 } as Gaps,
  capitals: { bytes: createBytesList(), plainSince: 0 } as Gaps,
  /** Values of the digits of a number that has not ended. */
  digits: [] as number[],
};

const beginKey = (): void => {
  parts.primary.length = 0;
  for (const gaps of [parts.accents, parts.capitals]) {
    gaps.bytes.length = 0;
    gaps.plainSince = 0;
  }
};

const putMark = (gaps: Gaps): void => {
  for (; gaps.plainSince >= longestGap; gaps.plainSince -= longestGap) gaps.bytes.push(0xff - longestGap);
  gaps.bytes.push(0xff - gaps.plainSince);
  gaps.plainSince = 0;
};

const putPlain = (gaps: Gaps): void => {
  gaps.plainSince += 1;
};

/** Any value below 2^28 as four bytes that avoid 00 and 01. */
const putWide = (bytes: BytesList, value: number): void => {
  for (let shift = 21; shift >= 0; shift -= 7) bytes.push(0x02 + ((value >> shift) & 0x7f));
};

const digitValue = (codePoint: number): number => {
  if (codePoint < 0x80) return codePoint - 0x30;
  // Ten digits stand together, from a code point that ends in 0 or 6 on.
  const row = codePoint & ~0xf;
  const zero = digit.test(String.fromCodePoint(row)) ? row : row + 6;
  return codePoint - zero;
};

/** Puts the number whose digits have gathered, if there are any. */
const endNumber = (): void => {
  const { digits, primary, capitals, accents } = parts;
  if (digits.length === 0) return;
  let leading = 0;
  while (leading < digits.length && digits[leading] === 0) leading += 1;
  const used = digits.length - leading;
  if (used <= longNumberDigits) {
    primary.push(numberLead + used);
  } else {
    primary.push(numberLead + longNumberDigits + 1);
    putWide(primary, used);
  }
  for (let at = leading; at < digits.length; at += 1) primary.push(numberLead + (digits[at] ?? 0));
  // Of nothing but zeros the last is the number.
  const zeros = used === 0 ? leading - 1 : leading;
  for (let zero = 0; zero < zeros; zero += 1) putMark(capitals);
  putPlain(capitals);
  putPlain(accents);
  digits.length = 0;
};

const putCharacter = (character: string): void => {
  const lower = character.toLowerCase();
  const weight = letterWeights.of(lower);
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

/** Weights of characters of ASCII by their code, once they were asked for; none of them is a variant. */
const plainWeights: (readonly number[] | undefined)[] = new Array(0x80).fill(undefined);

const plainWeightOf = (code: number): readonly number[] => {
  const known = plainWeights[code];
  if (known !== undefined) return known;
  const { bytes } = letterWeights.of(String.fromCharCode(code).toLowerCase());
  plainWeights[code] = bytes;
  return bytes;
};

const putPlainCharacter = (code: number): void => {
  const bytes = plainWeightOf(code);
  if (bytes.length === 0) return;
  for (let at = 0; at < bytes.length; at += 1) parts.primary.push(bytes[at] ?? 0);
  if (code >= 0x41 && code <= 0x5a) putMark(parts.capitals);
  else putPlain(parts.capitals);
  putPlain(parts.accents);
};

const isDigit = (codePoint: number): boolean =>
  codePoint < 0x80 ? codePoint >= 0x30 && codePoint <= 0x39 : digit.test(String.fromCodePoint(codePoint));

const putText = (text: string, isPlain: boolean): void => {
  const decomposed = isPlain ? text : text.normalize('NFKD').replace(/([иИ])\u0306/gu, replaceShortI);
  for (let at = 0; at < decomposed.length; at += 1) {
    const codePoint = decomposed.codePointAt(at) ?? 0;
    if (codePoint > 0xffff) at += 1;
    if (isDigit(codePoint)) {
      parts.digits.push(digitValue(codePoint));
      continue;
    }
    endNumber();
    if (codePoint < 0x80) {
      putPlainCharacter(codePoint);
      continue;
    }
    const character = String.fromCodePoint(codePoint);
    if (codePoint >= 0x300 && mark.test(character) && accent.test(character)) {
      putMark(parts.accents);
      putWide(parts.accents.bytes, codePoint);
    } else {
      putCharacter(character);
    }
  }
  endNumber();
};

/** й is a letter of its own, not an accented и. */
const replaceShortI = (_whole: string, base: string): string => (base === 'и' ? 'й' : 'Й');

const nothingRaw = Buffer.alloc(0);

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
  const isPlain = plainAscii.test(name);
  beginKey();
  putText(name, isPlain);
  const raw = isPlain ? nothingRaw : rawBytes(name);
  // Each part begins with a separator, and those at the end of which nothing stands are left out.
  const tail = [parts.accents.bytes, parts.capitals.bytes];
  const kept = raw.length > 0 ? 2 : tail.findLastIndex(({ length }) => length > 0) + 1;
  let length = parts.primary.length + (raw.length > 0 ? 1 + raw.length : 0);
  for (let part = 0; part < kept; part += 1) length += 1 + (tail[part]?.length ?? 0);
  const key = new Uint8Array(length);
  let at = parts.primary.copyTo(key, 0);
  for (const bytes of tail.slice(0, kept)) {
    key[at] = separator;
    at = bytes.copyTo(key, at + 1);
  }
  if (raw.length > 0) {
    key[at] = separator;
    key.set(raw, at + 1);
  }
  return key;
};

/** Compares keys byte by byte. */
export const compareKeys = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);
