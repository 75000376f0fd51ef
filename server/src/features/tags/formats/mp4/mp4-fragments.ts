import type { FileWindow } from '../file-window.ts';
import { type Box, type BoxReader, findBox } from './mp4-boxes.ts';
import type { MediaLength } from './mp4-sound.ts';

/** Adds up the fragments of a file that was written piece by piece. @see ISO/IEC 14496-12 §8.8 */
export interface Fragments {
  /** Takes the `moov` box, which says how long samples are where fragments do not. */
  begin(movie: Box): void;
  /** Takes a `moof` box; of a track without a number, 0, every part counts. */
  add(fragment: Box, trackId: number): void;
  /** How long the sound of a track is with all fragments; null when there are none, or nothing says how long they are. */
  length(track: { readonly length: MediaLength | null; readonly timescale: number }): MediaLength | null;
}

/** Fields of `tfhd` and `trun` that are there or not. @see ISO/IEC 14496-12 §8.8.7, §8.8.8 */
const headFlags = { baseOffset: 0x1, description: 0x2, duration: 0x8 } as const;
const runFlags = {
  dataOffset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  each: [0x100, 0x200, 0x400, 0x800],
} as const;

const flagsOf = (body: Buffer): number => (body.length < 4 ? 0 : body.readUInt32BE(0) & 0xffffff);

/** How long a sample is that does not say so, from a `tfhd` box; null where that is not said either. */
const usualDuration = (body: Buffer): number | null => {
  const flags = flagsOf(body);
  if ((flags & headFlags.duration) === 0) return null;
  const at =
    8 + ((flags & headFlags.baseOffset) === 0 ? 0 : 8) + ((flags & headFlags.description) === 0 ? 0 : 4);
  return body.length < at + 4 ? null : body.readUInt32BE(at);
};

/** Units of all samples of a `trun` box. */
const runUnits = (window: FileWindow, run: Box, usual: number): number => {
  const head = Buffer.from(window.read(run.bodyAt, 8));
  if (head.length < 8) return 0;
  const flags = flagsOf(head);
  const count = head.readUInt32BE(4);
  if ((flags & runFlags.duration) === 0) return count * usual;
  const each = runFlags.each.filter((flag) => (flags & flag) !== 0).length * 4;
  const start =
    run.bodyAt +
    8 +
    ((flags & runFlags.dataOffset) === 0 ? 0 : 4) +
    ((flags & runFlags.firstFlags) === 0 ? 0 : 4);
  const body = window.read(start, Math.max(0, Math.min(count * each, run.end - start)));
  let units = 0;
  for (let at = 0; at + each <= body.length; at += each) units += body.readUInt32BE(at);
  return units;
};

/** When a part of a track begins, from its `tfdt` box. */
const beginOf = (window: FileWindow, box: Box): number | null => {
  const body = window.read(box.bodyAt, 12);
  if (body.length < 8) return null;
  if (body[0] !== 1) return body.readUInt32BE(4);
  return body.length < 12 ? null : Number(body.readBigUInt64BE(4));
};

/** Makes what adds up the fragments of one file. */
export const createFragments = (window: FileWindow, reader: BoxReader): Fragments => {
  const usual = new Map<number, number>();
  let firstUnits: number | null = null;
  let endUnits = 0;
  let isAny = false;

  const addPart = (part: Box, trackId: number): void => {
    const head = findBox(reader, part, 'tfhd');
    const body = head === null ? Buffer.alloc(0) : Buffer.from(window.read(head.bodyAt, 32));
    if (body.length < 8) return;
    const id = body.readUInt32BE(4);
    if (trackId !== 0 && id !== trackId) return;
    const each = usualDuration(body) ?? usual.get(id) ?? 0;
    const time = findBox(reader, part, 'tfdt');
    const begin = (time === null ? null : beginOf(window, time)) ?? endUnits;
    let units = 0;
    for (const box of reader.boxes(part.bodyAt, part.end))
      if (box.type === 'trun') units += runUnits(window, box, each);
    isAny ||= units > 0;
    firstUnits ??= begin;
    endUnits = Math.max(endUnits, begin + units);
  };

  return {
    begin: (movie) => {
      const defaults = findBox(reader, movie, 'mvex');
      if (defaults === null) return;
      for (const box of reader.boxes(defaults.bodyAt, defaults.end)) {
        const body = box.type === 'trex' ? window.read(box.bodyAt, 16) : Buffer.alloc(0);
        if (body.length === 16) usual.set(body.readUInt32BE(4), body.readUInt32BE(12));
      }
    },
    add: (fragment, trackId) => {
      for (const part of reader.boxes(fragment.bodyAt, fragment.end))
        if (part.type === 'traf') addPart(part, trackId);
    },
    length: ({ length, timescale }) => {
      if (!isAny || timescale === 0) return null;
      const before = length?.units ?? 0;
      const from = firstUnits ?? 0;
      // The index may hold the first of the sound itself: then fragments go on where that ends.
      const units = from === before ? endUnits : Math.max(before, endUnits - from);
      return { units, timescale };
    },
  };
};
