import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutEdits } from './mp4-edits.ts';

const box = (type: string, ...parts: readonly number[][]): number[] => {
  const body = parts.flat();
  const size = body.length + 8;
  return [
    ...[24, 16, 8, 0].map((shift) => (size >> shift) & 255),
    ...[...type].map((c) => c.charCodeAt(0)),
    ...body,
  ];
};
/** A box with its size in eight bytes. */
const longBox = (type: string, body: readonly number[]): number[] => [
  ...[0, 0, 0, 1, ...[...type].map((c) => c.charCodeAt(0)), 0, 0, 0, 0],
  ...[0, 0, (body.length + 16) >> 8, (body.length + 16) & 255],
  ...body,
];
const bytes = (...boxes: readonly number[][]): ArrayBuffer => Uint8Array.from(boxes.flat()).buffer;
const track = (edits: string): number[] =>
  box('trak', box('tkhd', [1, 2]), box(edits, box('elst', [3, 4])), box('mdia', box('edts', [5])));

describe('an MP4 file without its edits', () => {
  it('has boxes of another name in their place, and the same bytes else', () => {
    const file = bytes(
      box('ftyp', [9]),
      longBox('mdat', box('edts', [7])),
      box('moov', box('mvhd'), track('edts')),
    );
    const before = new Uint8Array(file).slice();
    const wanted = bytes(
      box('ftyp', [9]),
      longBox('mdat', box('edts', [7])),
      box('moov', box('mvhd'), track('free')),
    );
    expect(withoutEdits(file)).toEqual(wanted);
    expect(new Uint8Array(file)).toEqual(before);
  });

  it('is none where there are no edits, or no boxes', () => {
    expect(withoutEdits(bytes(box('ftyp'), box('moov', track('udta'))))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (any) => {
        const file = any.slice().buffer;
        const copy = withoutEdits(file);
        return copy === null || copy.byteLength === file.byteLength;
      }),
    );
  });
});
