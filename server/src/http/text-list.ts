import { skipString } from './json-structure.ts';

const quote = 0x22;
const comma = 0x2c;
const closeBracket = 0x5d;

/** Space, tab, line feed and carriage return: what JSON lets stand between values. */
const blanks: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d];

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What is wrong with a list of texts. */
export type TextListFault = 'not_json' | 'not_a_text' | 'entry_too_large';

/** What came of more bytes of a list. */
export interface TextListStep {
  /** Entries that are whole now. */
  readonly entries: readonly string[];
  /** Bytes behind the list; null while it goes on. */
  readonly behind: Uint8Array | null;
}

/** A JSON list of texts that arrives in parts: only the entry that is not whole yet is kept. */
export interface TextListReader {
  /** Takes more bytes, not after the end of the list. */
  take(bytes: Uint8Array): TextListStep | TextListFault;
}

/** Reads what stands behind the opening bracket of a list. */
export const createTextListReader = (longestEntryBytes: number): TextListReader => {
  let rest: Uint8Array = new Uint8Array(0);
  /** How far `rest` was looked at. */
  let seen = 0;
  let isInString = false;
  let count = 0;

  /** The entries of whole text between two commas; @returns null when it is not JSON */
  const parse = (text: Uint8Array): string[] | null => {
    try {
      const entries = JSON.parse(`[${strictUtf8.decode(text)}]`) as string[];
      count += entries.length;
      return entries;
    } catch {
      return null;
    }
  };

  const isBlank = (text: Uint8Array): boolean => text.every((byte) => blanks.includes(byte));

  /** Looks at what is new. @returns the last comma between entries and the closing bracket; -1 where there is none */
  const look = (text: Uint8Array): { comma: number; end: number } | 'not_a_text' => {
    let lastComma = -1;
    while (seen < text.length) {
      if (isInString) {
        seen = skipString(text, seen);
        if (seen >= text.length) break;
        isInString = false;
      } else {
        const byte = text[seen];
        if (byte === closeBracket) return { comma: lastComma, end: seen };
        if (byte === comma) lastComma = seen;
        else if (byte === quote) isInString = true;
        else if (!blanks.includes(byte)) return 'not_a_text';
      }
      seen += 1;
    }
    return { comma: lastComma, end: -1 };
  };

  const finish = (text: Uint8Array, end: number): TextListStep | TextListFault => {
    const last = text.subarray(0, end);
    const behind = text.subarray(end + 1);
    if (isBlank(last)) return count === 0 ? { entries: [], behind } : 'not_json';
    const entries = parse(last);
    return entries === null ? 'not_json' : { entries, behind };
  };

  return {
    take: (bytes) => {
      const text = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const found = look(text);
      if (found === 'not_a_text') return found;
      if (found.end !== -1) return finish(text, found.end);
      const entries = found.comma === -1 ? [] : parse(text.subarray(0, found.comma));
      if (entries === null || (found.comma !== -1 && entries.length === 0)) return 'not_json';
      rest = text.subarray(found.comma + 1);
      seen -= found.comma + 1;
      return rest.length > longestEntryBytes ? 'entry_too_large' : { entries, behind: null };
    },
  };
};
