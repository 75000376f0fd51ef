const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const closeBracket = 0x5d;

/** Bytes below this do not stand in texts, but escaped. */
const firstPrintable = 0x20;

/** Space, tab, line feed and carriage return: what JSON lets stand between values. */
const blanks: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d];

/** What is wrong with a list of texts. */
export type TextListFault = 'not_json' | 'not_a_text' | 'entry_too_large';

/** Where an entry stands, without its quotes, which stand around it. The same object for every entry: a list may have a million. */
export interface FoundText {
  bytes: Buffer;
  from: number;
  to: number;
  /** Whether nothing in it is escaped. */
  isPlain: boolean;
}

/** A JSON list of texts that arrives in parts: only the entry that is not whole yet is kept. */
export interface TextListReader {
  /**
   * Takes more bytes, not after the end of the list.
   * @returns the bytes behind the list; null while it goes on
   */
  take(bytes: Buffer): Buffer | TextListFault | null;
}

/** Goes over what is plain: most of what there is, so that nothing is called or looked up for each byte. */
const skipPlain = (bytes: Buffer, from: number): number => {
  const end = bytes.length;
  let next = from;
  for (let byte = bytes[next] ?? 0; next < end; byte = bytes[next] ?? 0) {
    if (byte === quote || byte === backslash || byte < firstPrintable) break;
    next += 1;
  }
  return next;
};

/** Puts more bytes behind the entry that is not whole yet. @returns where `at` is then */
const goOn = (found: FoundText, bytes: Buffer, at: number): number => {
  // With its opening quote.
  const start = found.from - 1;
  found.bytes = Buffer.concat([found.bytes.subarray(start), bytes]);
  found.from = 1;
  return at - start;
};

/**
 * Reads what stands behind the opening bracket of a list and tells each entry. Makes no value of any: neither that
 * its bytes are UTF-8 nor that its escapes are right is known.
 */
export const createTextListReader = (
  longestEntryBytes: number,
  onText: (text: Readonly<FoundText>) => void,
): TextListReader => {
  const found: FoundText = { bytes: Buffer.alloc(0), from: 0, to: 0, isPlain: true };
  /** What may come next, outside of texts. */
  let expected: 'text or end' | 'text' | 'comma or end' = 'text or end';
  let isInText = false;
  let at = 0;

  const stepInText = (): TextListFault | null => {
    at = skipPlain(found.bytes, at);
    if (at >= found.bytes.length) return null;
    const byte = found.bytes[at] ?? 0;
    if (byte === quote) {
      found.to = at;
      onText(found);
      isInText = false;
      expected = 'comma or end';
    } else if (byte === backslash) {
      found.isPlain = false;
      at += 1;
    } else if (byte < firstPrintable) {
      return 'not_json';
    }
    at += 1;
    return null;
  };

  const stepBetween = (): TextListFault | 'end' | null => {
    const byte = found.bytes[at];
    at += 1;
    if (blanks.includes(byte)) return null;
    if (byte === quote && expected !== 'comma or end') {
      isInText = true;
      found.from = at;
      found.isPlain = true;
      return null;
    }
    if (byte === comma && expected === 'comma or end') {
      expected = 'text';
      return null;
    }
    if (byte === closeBracket && expected !== 'text') return 'end';
    return byte === quote || byte === comma || byte === closeBracket ? 'not_json' : 'not_a_text';
  };

  return {
    take: (bytes) => {
      at = isInText ? goOn(found, bytes, at) : 0;
      if (!isInText) found.bytes = bytes;
      while (at < found.bytes.length) {
        const step = isInText ? stepInText() : stepBetween();
        if (step === 'end') return found.bytes.subarray(at);
        if (step !== null) return step;
      }
      return isInText && at - found.from > longestEntryBytes ? 'entry_too_large' : null;
    },
  };
};
