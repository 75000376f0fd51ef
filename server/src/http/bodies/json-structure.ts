const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Deepest nesting accepted; no call of ours needs more than five. */
const deepestNesting = 64;

/** Most values accepted, without those of a long list; a thousand users and a thousand sources are 7,000. */
const mostValues = 10_000;

/** What is wrong with the structure of a JSON text that would still parse. */
export type StructureFault = 'too_deep' | 'too_many_values' | 'duplicate_key';

/** An object that is open: its keys so far, and whether the next string is a key. */
interface OpenObject {
  readonly keys: Set<string>;
  isKeyNext: boolean;
}

/**
 * Looks for what JSON.parse lets pass but costs too much or is understood differently by two readers: keys
 * named twice, more values or nesting than any call needs. Makes no object a value; each byte is seen once.
 */
export interface StructureScanner {
  /**
   * Goes on to the end of the text so far, whose beginning was seen before.
   * @returns `list` right behind the bracket that opens the long list: `at` says where
   */
  scan(text: Uint8Array): StructureFault | 'list' | null;
  /** How far it has seen. */
  readonly at: number;
}

const keyText = (raw: string): string => {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    // Not JSON: parsing the whole text says so.
    return raw;
  }
};

/** Where the string ends that goes on at `from`: behind the text when it does not end in it. */
const skipString = (text: Uint8Array, from: number): number => {
  let at = from;
  while (at < text.length) {
    const byte = text[at];
    if (byte === quote) return at;
    at += byte === backslash ? 2 : 1;
  }
  return at;
};

/** What is open where a text is looked at, and how many values were met. */
const createContainers = (longList: string | undefined) => {
  /** null stands for an array. */
  const open: (OpenObject | null)[] = [];
  const decoder = new TextDecoder();
  let valueCount = 0;
  let lastKey: string | null = null;

  const enter = (container: OpenObject | null): StructureFault | 'list' | null => {
    const isLongList =
      container === null && longList !== undefined && open.length === 1 && lastKey === longList;
    lastKey = null;
    open.push(container);
    valueCount += 1;
    if (valueCount > mostValues) return 'too_many_values';
    if (open.length > deepestNesting) return 'too_deep';
    return isLongList ? 'list' : null;
  };

  return {
    /** @returns whether it is no key, or one that was not there before */
    noteString: (raw: Uint8Array): boolean => {
      const top = open.at(-1);
      if (top?.isKeyNext !== true) return true;
      const key = keyText(decoder.decode(raw));
      if (top.keys.has(key)) return false;
      top.keys.add(key);
      top.isKeyNext = false;
      lastKey = open.length === 1 ? key : null;
      return true;
    },
    /** Takes what stands outside of strings. */
    step: (byte: number | undefined): StructureFault | 'list' | null => {
      switch (byte) {
        case openBrace:
          return enter({ keys: new Set(), isKeyNext: true });
        case openBracket:
          return enter(null);
        case closeBrace:
        case closeBracket:
          open.pop();
          return null;
        case comma: {
          const top = open.at(-1);
          if (top) top.isKeyNext = true;
          valueCount += 1;
          return valueCount > mostValues ? 'too_many_values' : null;
        }
        default:
          return null;
      }
    },
  };
};

/**
 * A scanner of one text. Texts that are no JSON give any answer.
 * @param longList the key of the outermost object whose list is not scanned but told
 */
export const createStructureScanner = (longList?: string): StructureScanner => {
  const { noteString, step } = createContainers(longList);
  let at = 0;
  /** Where the string began that is not at its end; -1 outside of strings. */
  let stringFrom = -1;

  const scan = (text: Uint8Array): StructureFault | 'list' | null => {
    while (at < text.length) {
      if (stringFrom !== -1) {
        at = skipString(text, at);
        if (at >= text.length) return null;
        if (!noteString(text.subarray(stringFrom, at))) return 'duplicate_key';
        stringFrom = -1;
        at += 1;
        continue;
      }
      const byte = text[at];
      at += 1;
      if (byte === quote) {
        stringFrom = at;
        continue;
      }
      const found = step(byte);
      if (found !== null) return found;
    }
    return null;
  };

  return {
    scan,
    get at() {
      return at;
    },
  };
};
