import { AppError } from '../../platform/app-error.ts';
import { createStructureScanner, type StructureFault } from './json-structure.ts';
import {
  createTextListReader,
  type FoundText,
  type TextListFault,
  type TextListReader,
} from './text-list.ts';

/** Largest body without its long list. */
const mostBytes = 1024 * 1024;

/** Longest entry of a long list, as it is sent. */
const longestEntryBytes = 1024 * 1024;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

const notJson = (cause?: unknown): AppError =>
  new AppError('invalid_json', 'The body could not be read as JSON.', { cause });

const structureError = (fault: StructureFault): AppError => {
  switch (fault) {
    case 'too_deep':
      return new AppError('invalid_json', 'The body is nested too deeply.');
    case 'duplicate_key':
      return new AppError('invalid_json', 'The body names a field twice.');
    case 'too_many_values':
      return new AppError('body_too_large', 'The body holds more values than this call accepts.');
  }
};

const listError = (fault: TextListFault, field: string): AppError => {
  switch (fault) {
    case 'not_json':
      return notJson();
    case 'not_a_text':
      return new AppError('invalid_request', `The field ${field} must be a list of texts.`);
    case 'entry_too_large':
      return new AppError('invalid_request', `An entry of ${field} is too long.`);
  }
};

/** A JSON body that arrives in parts. Its faults are found before anything of it becomes a value. */
export interface BodyReader {
  /** Takes more bytes. @throws AppError invalid_json, invalid_request or body_too_large */
  take(bytes: Buffer): void;
  /** The value of it all, its long list empty. @throws AppError invalid_json */
  end(): unknown;
}

/** A field of the outermost object that is a long list of texts, and who is told each of them. */
export interface LongList {
  readonly field: string;
  readonly onText: (text: Readonly<FoundText>) => void;
}

/** Reads a body of which one list may be long. */
export const createBodyReader = (longList?: LongList): BodyReader => {
  const scanner = createStructureScanner(longList?.field);
  /** Everything but the entries of the long list, in memory that grows by doubling. */
  let memory = Buffer.allocUnsafe(0);
  let frame = memory;
  let list: TextListReader | null = null;

  const append = (bytes: Buffer): void => {
    const length = frame.length + bytes.length;
    if (memory.length < length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * memory.length));
      larger.set(frame);
      memory = larger;
    }
    memory.set(bytes, frame.length);
    frame = memory.subarray(0, length);
  };

  const takeFrame = (bytes: Buffer): void => {
    append(bytes);
    const found = scanner.scan(frame);
    if (found !== null && found !== 'list') throw structureError(found);
    if (found === 'list' && longList !== undefined) {
      // What is appended next takes its place.
      const inList = Buffer.from(frame.subarray(scanner.at));
      frame = frame.subarray(0, scanner.at);
      list = createTextListReader(longestEntryBytes, longList.onText);
      takeList(list, inList);
      return;
    }
    if (frame.length > mostBytes) {
      throw new AppError('body_too_large', 'The body is larger than this call accepts.');
    }
  };

  const takeList = (reader: TextListReader, bytes: Buffer): void => {
    const step = reader.take(bytes);
    if (step === null) return;
    if (typeof step === 'string') throw listError(step, longList?.field ?? '');
    list = null;
    takeFrame(Buffer.concat([Buffer.from(']'), step]));
  };

  return {
    take: (bytes) => (list === null ? takeFrame(bytes) : takeList(list, bytes)),
    end: () => {
      try {
        return JSON.parse(strictUtf8.decode(frame)) as unknown;
      } catch (error) {
        throw notJson(error);
      }
    },
  };
};
