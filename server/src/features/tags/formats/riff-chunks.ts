import { isUtf8 } from 'node:buffer';
import type { FileWindow } from './file-window.ts';
import { latinText } from './id3-text.ts';

/** A chunk of a WAV or AIFF file. */
export interface Chunk {
  /** Four characters. */
  readonly name: string;
  readonly at: number;
  readonly end: number;
}

/** What a file of chunks is made of. */
interface ChunkFile {
  readonly start: number;
  readonly end: number;
  /** Whether sizes have their low byte first, as in WAV. */
  readonly isLittle: boolean;
  /** Size of a chunk that its own 32 bits cannot hold; null where they say it. */
  longSize?(name: string, size: number): number | null;
}

/** Most chunks looked at. */
const mostChunks = 10_000;

const isName = (bytes: Buffer): boolean =>
  bytes.length >= 4 && bytes.subarray(0, 4).every((byte) => byte >= 0x20 && byte < 0x7f);

/**
 * The chunks of a file, up to its end: the last may claim more than there is. Programs that forget the byte
 * that makes a chunk even are understood.
 */
export function* chunksOf(window: FileWindow, file: ChunkFile): Generator<Chunk> {
  let position = file.start;
  for (let count = 0; count < mostChunks && position + 8 <= file.end; count += 1) {
    const header = window.read(position, 8);
    if (!isName(header)) return;
    const name = header.toString('latin1', 0, 4);
    const size = file.isLittle ? header.readUInt32LE(4) : header.readUInt32BE(4);
    const at = position + 8;
    const end = at + (file.longSize?.(name, size) ?? size);
    yield { name, at, end: Math.min(end, file.end) };
    const isOddEnd = end % 2 !== at % 2 && !(isName(window.read(end, 4)) && !isName(window.read(end + 1, 4)));
    position = end + (isOddEnd ? 1 : 0);
  }
}

/** Longest text of a chunk that is kept, in bytes. */
const longestText = 64 * 1024;

/** Text of a chunk up to its first zero: UTF-8 where it can be that, else what Windows writes. */
export const chunkText = (window: FileWindow, { at, end }: Chunk): string => {
  const bytes = window.read(at, Math.min(end - at, longestText));
  const nul = bytes.indexOf(0);
  const text = nul === -1 ? bytes : bytes.subarray(0, nul);
  return (isUtf8(text) ? text.toString('utf8') : latinText(text)).trim();
};
