const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Deepest nesting accepted; no call of ours needs more than five. */
const deepestNesting = 64;

/** What is wrong with the structure of a JSON text that would still parse. */
export type StructureFault = 'too_deep' | 'duplicate_key';

/** An object that is open: its keys so far, and whether the next string is a key. */
interface OpenObject {
  readonly keys: Set<string>;
  isKeyNext: boolean;
}

/** Offset of the quote that ends the string beginning after `from`; -1 when none does. */
const endOfString = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(quote, from);
  while (at !== -1) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = bytes.indexOf(quote, at + 1);
  }
  return -1;
};

const keyText = (raw: string): string => {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    // Not JSON: parsing the whole text says so.
    return raw;
  }
};

/**
 * Looks for what JSON.parse lets pass but two readers may understand differently: keys named twice, and
 * nesting beyond any use. One pass over the bytes. Texts that are no JSON give any answer.
 */
export const findStructureFault = (bytes: Buffer): StructureFault | null => {
  /** null stands for an array. */
  const open: (OpenObject | null)[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = endOfString(bytes, at + 1);
      if (end === -1) return null;
      const top = open.at(-1);
      if (top?.isKeyNext === true) {
        const key = keyText(bytes.toString('utf8', at + 1, end));
        if (top.keys.has(key)) return 'duplicate_key';
        top.keys.add(key);
        top.isKeyNext = false;
      }
      at = end;
    } else if (byte === openBrace || byte === openBracket) {
      open.push(byte === openBrace ? { keys: new Set(), isKeyNext: true } : null);
      if (open.length > deepestNesting) return 'too_deep';
    } else if (byte === closeBrace || byte === closeBracket) {
      open.pop();
    } else if (byte === comma) {
      const top = open.at(-1);
      if (top) top.isKeyNext = true;
    }
  }
  return null;
};
