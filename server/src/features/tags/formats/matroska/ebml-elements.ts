import type { FileWindow } from '../file-window.ts';

/** An element of a Matroska file. @see RFC 8794 §4 */
export interface Element {
  readonly id: number;
  /** Where its head begins. */
  readonly headAt: number;
  readonly bodyAt: number;
  /** Where it ends, or what it lies in, if it says that it goes on for longer or not for how long. */
  readonly end: number;
  /** Whether it does not say how long it is, as in what was written while it was recorded. */
  readonly isOpen: boolean;
}

/** A whole number of a length of its own; null when it is broken. */
const readVariable = (
  bytes: Buffer,
  at: number,
  { most, keepsMark }: { most: number; keepsMark: boolean },
): { readonly value: number; readonly length: number; readonly isAllOnes: boolean } | null => {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || length > most || at + length > bytes.length) return null;
  const mark = 0x80 >> (length - 1);
  let value = keepsMark ? first : first - mark;
  let isAllOnes = first - mark === mark - 1;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isAllOnes &&= byte === 0xff;
  }
  return { value, length, isAllOnes };
};

/** Longest head of an element, in bytes. */
const longestHead = 4 + 8;

/** The element that begins at a position; null where there is none. */
export const readElement = (window: FileWindow, position: number, limit: number): Element | null => {
  const head = window.read(position, Math.min(longestHead, Math.max(0, limit - position)));
  const id = readVariable(head, 0, { most: 4, keepsMark: true });
  const size = id === null ? null : readVariable(head, id.length, { most: 8, keepsMark: false });
  if (id === null || size === null) return null;
  const bodyAt = position + id.length + size.length;
  const end = size.isAllOnes ? limit : Math.min(limit, bodyAt + size.value);
  return { id: id.value, headAt: position, bodyAt, end, isOpen: size.isAllOnes };
};

/** The elements between two positions, up to the first that is broken. */
export function* elementsIn(window: FileWindow, start: number, end: number): Generator<Element> {
  for (let position = start; position < end; ) {
    const element = readElement(window, position, end);
    if (element === null) return;
    yield element;
    position = element.end;
  }
}

/** Longest text that is kept, in bytes. */
const longestText = 256 * 1024;

/** The text of an element. */
export const elementText = (window: FileWindow, { bodyAt, end }: Element): string => {
  const text = window.read(bodyAt, Math.min(end - bodyAt, longestText)).toString('utf8');
  const nul = text.indexOf('\0');
  return nul === -1 ? text : text.slice(0, nul);
};

/** The whole number of an element, as exact as a double holds it; zero for one without any byte. */
export const elementNumber = (window: FileWindow, { bodyAt, end }: Element): number =>
  window.read(bodyAt, Math.min(8, end - bodyAt)).reduce((value, byte) => value * 256 + byte, 0);

/** The fraction of an element; null when it has the size of none. */
export const elementFraction = (window: FileWindow, { bodyAt, end }: Element): number | null => {
  const bytes = window.read(bodyAt, Math.min(8, end - bodyAt));
  if (bytes.length === 4) return bytes.readFloatBE(0);
  return bytes.length === 8 ? bytes.readDoubleBE(0) : null;
};
