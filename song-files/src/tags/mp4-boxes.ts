import { be32, latin1 } from '../bytes/bytes.ts';

/** A box with its size and name. */
export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([be32(body.length + 8), latin1(type), body]);
}

/** Where a box stands: `at` its first byte, `end` one past its last. */
export interface BoxPlace {
  type: string;
  at: number;
  end: number;
}

/** The boxes that lie side by side between two offsets. */
export function readBoxes(data: Buffer, from = 0, to = data.length): BoxPlace[] {
  const boxes: BoxPlace[] = [];
  for (let at = from; at < to; ) {
    const end = at + data.readUInt32BE(at);
    boxes.push({ type: data.toString('latin1', at + 4, at + 8), at, end });
    at = end;
  }
  return boxes;
}

const PARENTS = new Set(['trak', 'mdia', 'minf', 'stbl']);

/** Positions, within the body of a `moov`, of every entry of every chunk-offset table. */
export function chunkOffsets(body: Buffer, from = 0, to = body.length): number[] {
  return readBoxes(body, from, to).flatMap(({ type, at, end }) => {
    if (PARENTS.has(type)) return chunkOffsets(body, at + 8, end);
    if (type === 'co64') throw new Error('64-bit chunk offsets are not handled');
    if (type !== 'stco') return [];
    return Array.from({ length: body.readUInt32BE(at + 12) }, (_, i) => at + 16 + i * 4);
  });
}
