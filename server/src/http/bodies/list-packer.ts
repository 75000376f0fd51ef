import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { FoundText } from './text-list.ts';

/** Some entries of a long list, as they are kept. */
export interface ListPart {
  readonly count: number;
  /** JSON list of texts, as JSON.stringify writes it. */
  readonly json: Buffer;
}

/** Entries that are handed on together, and how many bytes end a part before. */
const partEntries = 1000;
const partBytes = 256 * 1024;

/** A text without escapes up to this many bytes fits any list of the contract, unless it is empty. */
const plainBytes = 4096;

const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const notJson = (cause?: unknown): AppError =>
  new AppError('invalid_json', 'The body could not be read as JSON.', { cause });

/** Gathers the entries of a long list into parts, without making values of those that are plain. */
export interface ListPacker {
  /** Takes an entry. @throws AppError invalid_request, invalid_json or body_too_large */
  take(text: Readonly<FoundText>): void;
  /** Parts that are full, and at the end of the list the last one. @throws AppError invalid_json */
  finished(isEnd: boolean): readonly ListPart[];
}

/** What the contract says of a list, and its name. */
export interface PackedList {
  readonly field: string;
  readonly most: number;
  /** Of one entry. */
  readonly schema: z.ZodType;
}

/** The text as JSON.stringify writes it, after the schema has judged it. @param entry its number in the list */
const canonical = (
  { bytes, from, to }: Readonly<FoundText>,
  { list: { field, schema }, entry }: { list: PackedList; entry: number },
): Buffer => {
  let text: unknown;
  try {
    text = JSON.parse(strictUtf8.decode(bytes.subarray(from - 1, to + 1)));
  } catch (error) {
    throw notJson(error);
  }
  if (!schema.safeParse(text).success) {
    const fault = text === '' ? 'is empty. Please leave it out and save again.' : 'is too long.';
    throw new AppError('invalid_request', `Entry ${entry} of the field ${field} ${fault}`);
  }
  return Buffer.from(JSON.stringify(text));
};

/** The memory in which a part is put together. */
const createPartMemory = () => {
  let memory = Buffer.allocUnsafe(partBytes + plainBytes);
  let used = 0;
  /** Entries that stand one behind the other where they came from, with their quotes: they are copied at once. */
  let run: { bytes: Buffer; from: number; to: number } = { bytes: memory, from: 0, to: 0 };

  const copyRun = (): void => {
    const { bytes, from, to } = run;
    if (from === to) return;
    const needed = used + 1 + (to - from) + 1;
    if (memory.length < needed) {
      const larger = Buffer.allocUnsafe(needed + partBytes);
      memory.copy(larger, 0, 0, used);
      memory = larger;
    }
    memory[used] = used === 0 ? openBracket : comma;
    used += 1 + bytes.copy(memory, used + 1, from, to);
    run = { bytes, from: 0, to: 0 };
  };

  return {
    copyRun,
    /** Puts a text with its quotes behind the others. @returns how many bytes there are now */
    put: (bytes: Buffer, from: number, to: number): number => {
      const goesOn = run.to > 0 && run.bytes === bytes && from === run.to + 1 && bytes[run.to] === comma;
      if (goesOn) {
        run.to = to;
      } else {
        copyRun();
        run = { bytes, from, to };
      }
      return used + run.to - run.from;
    },
    /** @returns what was put, as a list; it is empty then */
    take: (): Buffer => {
      copyRun();
      const json = Buffer.from(memory.subarray(0, used + 1));
      json[used] = closeBracket;
      used = 0;
      return json;
    },
  };
};

/** See {@link ListPacker}. */
export const createListPacker = (list: PackedList): ListPacker => {
  const memory = createPartMemory();
  let count = 0;
  let total = 0;
  let full: ListPart[] = [];

  const finishPart = (): void => {
    const json = memory.take();
    // At once for all of them.
    if (!isUtf8(json)) throw notJson();
    full.push({ count, json });
    count = 0;
  };

  const put = (bytes: Buffer, from: number, to: number): void => {
    count += 1;
    if (memory.put(bytes, from, to) >= partBytes || count === partEntries) finishPart();
  };

  return {
    take: (text) => {
      total += 1;
      if (total > list.most) {
        throw new AppError('body_too_large', `The field ${list.field} holds more than ${list.most} entries.`);
      }
      const length = text.to - text.from;
      if (text.isPlain && length > 0 && length <= plainBytes) {
        put(text.bytes, text.from - 1, text.to + 1);
      } else {
        const json = canonical(text, { list, entry: total });
        put(json, 0, json.length);
      }
    },
    finished: (isEnd) => {
      // What it came in is not kept for longer.
      memory.copyRun();
      if (isEnd && count > 0) finishPart();
      const parts = full;
      full = [];
      return parts;
    },
  };
};
