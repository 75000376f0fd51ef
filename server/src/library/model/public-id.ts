import { hash } from 'node:crypto';

/** Bytes of an id. */
const idBytes = 16;
/** Letters and digits of an id: 62 to the 22nd is more than 2 to the 128th. */
const textLength = 22;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** As a text of bytes: one that Node.js makes a buffer of lies in memory of its own, which takes three times as long. */
const digest = (text: string): Buffer =>
  Buffer.from(hash('sha256', text, 'binary').slice(0, idBytes), 'latin1');

/** An id made of what a thing is known by: the same for the same parts, whenever and wherever. */
export const derivedId = (
  kind: 'album' | 'artist' | 'folder' | 'genre' | 'group',
  ...parts: readonly string[]
): Buffer => digest([kind, ...parts].join('\0'));

/** The id of a folder: of its virtual path alone. */
export const folderId = (virtualPath: string): Buffer => derivedId('folder', virtualPath);

/** The id of a song that was first seen at a path, in this installation. */
export const naturalSongId = (installation: string, virtualPath: string): Buffer =>
  digest(`song\0${installation}\0${virtualPath}`);

/** The id of what somebody keeps under a name, in this installation: the same whatever it looks for. */
export const smartListId = (installation: string, userId: number, name: string): Buffer =>
  digest(`smart list\0${installation}\0${userId}\0${name}`);

/** The id of what comes to a path whose id went along with another song. */
export const nextSongId = (taken: Uint8Array): Buffer =>
  digest(`next\0${Buffer.from(taken).toString('hex')}`);

/** Digits that are taken off at a time: what is left of a division stands in 18 bits, so that 32 more fit into a number. */
const digitsAtOnce = 3;
const base = alphabet.length;
const atOnce = base ** digitsAtOnce;
const word = 2 ** 32;

const characterCodes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));

/** Values of digits by their code units; what is none has no value. */
const digitValues: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, unit) => {
  const value = alphabet.indexOf(String.fromCharCode(unit));
  return value === -1 ? undefined : value;
});

/** The text of an id that is given as its four words, the highest first. */
const textOfWords = (...words: readonly [number, number, number, number]): string => {
  let [a, b, c, d] = words;
  const text = Buffer.allocUnsafe(textLength);
  for (let at = textLength - 1; at > 0; at -= digitsAtOnce) {
    // A long division from the highest word down.
    let share = Math.floor(a / atOnce);
    let value = (a - share * atOnce) * word + b;
    a = share;
    share = Math.floor(value / atOnce);
    value = (value - share * atOnce) * word + c;
    b = share;
    share = Math.floor(value / atOnce);
    value = (value - share * atOnce) * word + d;
    c = share;
    d = Math.floor(value / atOnce);
    let left = value - d * atOnce;
    for (let digit = 0; digit < digitsAtOnce; digit += 1) {
      const higher = Math.trunc(left / base);
      text[at - digit] = characterCodes[left - higher * base] ?? 0;
      left = higher;
    }
  }
  text[0] = characterCodes[d] ?? 0;
  return text.toString('latin1');
};

/** An id as clients have it: 22 letters and digits. Thousands of them are in an answer: whole numbers of any size would take most of its time. */
export const idText = (id: Uint8Array): string => {
  const bytes = new DataView(id.buffer, id.byteOffset, idBytes);
  return textOfWords(bytes.getUint32(0), bytes.getUint32(4), bytes.getUint32(8), bytes.getUint32(12));
};

/** The same of an id in hex: where thousands are read, a text costs less than a buffer of its own for each. */
export const idTextOfHex = (hex: string): string =>
  textOfWords(
    Number.parseInt(hex.slice(0, 8), 16),
    Number.parseInt(hex.slice(8, 16), 16),
    Number.parseInt(hex.slice(16, 24), 16),
    Number.parseInt(hex.slice(24, 32), 16),
  );

/** The four words of such a text, the highest first; null when it is none. */
const wordsOf = (text: string): readonly [number, number, number, number] | null => {
  if (text.length !== textLength) return null;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < textLength; at += 1) {
    const digit = digitValues[text.charCodeAt(at)];
    if (digit === undefined) return null;
    d = d * alphabet.length + digit;
    c = c * alphabet.length + Math.floor(d / word);
    b = b * alphabet.length + Math.floor(c / word);
    a = a * alphabet.length + Math.floor(b / word);
    // More than 128 bits.
    if (a >= word) return null;
    b >>>= 0;
    c >>>= 0;
    d >>>= 0;
  }
  return [a, b, c, d];
};

/** The bytes of such a text; null when it is none. */
export const idBytesOf = (text: string): Buffer | null => {
  const words = wordsOf(text);
  if (words === null) return null;
  const bytes = Buffer.allocUnsafe(idBytes);
  for (const [at, value] of words.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

const hexOfByte: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

const hexOfWord = (value: number): string =>
  `${hexOfByte[value >>> 24]}${hexOfByte[(value >>> 16) & 255]}${hexOfByte[(value >>> 8) & 255]}${hexOfByte[value & 255]}`;

/** The same bytes in hex, as statements take many of them. */
export const idHexOf = (text: string): string | null => {
  const words = wordsOf(text);
  if (words === null) return null;
  const [a, b, c, d] = words;
  return hexOfWord(a) + hexOfWord(b) + hexOfWord(c) + hexOfWord(d);
};

/** The id with its halves the other way round, which nothing else has. Twice is the id itself; what is none is left. */
export const turnedId = (text: string): string => {
  const words = wordsOf(text);
  if (words === null) return text;
  const [a, b, c, d] = words;
  return textOfWords(c, d, a, b);
};
