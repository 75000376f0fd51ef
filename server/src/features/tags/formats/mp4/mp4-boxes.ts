import { keepCompiled } from '../../../../platform/memory/keep-compiled.ts';
import { emptyWindow, type FileWindow } from '../file-window.ts';

/** A box of an MP4 file. @see ISO/IEC 14496-12 §4.2 */
export interface Box {
  readonly type: string;
  readonly bodyAt: number;
  readonly end: number;
}

/** Most boxes looked at in one file: an hour in fragments of half a second has 50,000; a million boxes are an attack. */
const mostBoxes = 200_000;

/** Steps through boxes of one file and counts them. */
export interface BoxReader {
  /** The boxes between two positions; stops at the first that is broken. Sound that goes on behind the end is cut there. */
  boxes(start: number, end: number): Generator<Box>;
  /** Whether a broken box was met. */
  isBroken(): boolean;
}

/** Makes the reader of one file. */
export const createBoxReader = (window: FileWindow): BoxReader => {
  let count = 0;
  let isBroken = false;
  return {
    isBroken: () => isBroken,
    boxes: function* (start, end) {
      for (let position = start; position + 8 <= end; ) {
        const header = window.read(position, 16);
        if (header.length < 8 || ++count > mostBoxes) break;
        let size = header.readUInt32BE(0);
        const type = header.toString('latin1', 4, 8);
        let bodyAt = position + 8;
        if (size === 1 && header.length === 16) {
          size = Number(header.readBigUInt64BE(8));
          bodyAt += 8;
        } else if (size === 0) size = end - position;
        if (size < bodyAt - position) break;
        if (position + size > end) {
          if (type === 'mdat') yield { type, bodyAt, end };
          break;
        }
        yield { type, bodyAt, end: position + size };
        position += size;
        if (position === end) return;
      }
      isBroken = start + 8 <= end;
    },
  };
};

keepCompiled(createBoxReader(emptyWindow));

/** The first box of a type in another one. */
export const findBox = (reader: BoxReader, parent: Box, type: string): Box | null => {
  for (const box of reader.boxes(parent.bodyAt, parent.end)) if (box.type === type) return box;
  return null;
};
