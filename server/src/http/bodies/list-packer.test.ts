import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createBodyReader } from './body-reader.ts';
import { createListPacker } from './list-packer.ts';

/** A list as somebody sends it, in pieces, and what is kept of it. */
const pack = (json: string, cuts: readonly number[]) => {
  const packer = createListPacker({ field: 'tracks', most: 1_000_000, schema: z.string().min(1) });
  const reader = createBodyReader({ field: 'tracks', onText: packer.take });
  const bytes = Buffer.from(json);
  const parts: { count: number; json: Buffer }[] = [];
  let from = 0;
  for (const to of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    // Its own memory, as pieces have that come from a socket.
    reader.take(Buffer.from(bytes.subarray(from, Math.max(from, to))));
    parts.push(...packer.finished(false));
    from = Math.max(from, to);
  }
  reader.end();
  parts.push(...packer.finished(true));
  return parts;
};

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 80 }),
  fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }),
  fc.constantFrom('"', '\\', ',', '","', 'a\nb', '\u2028'),
);

it('keeps every entry as JSON.stringify writes it, however the list is written and cut', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 60 }),
      fc.constantFrom(undefined, 1),
      fc.array(fc.nat({ max: 2000 }), { maxLength: 8 }),
      (tracks, indent, cuts) => {
        const parts = pack(JSON.stringify({ tracks }, null, indent), cuts);
        expect(parts.flatMap(({ json }) => JSON.parse(json.toString()) as string[])).toEqual(tracks);
        expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(tracks.length);
        for (const { json } of parts)
          expect(json.toString()).toBe(JSON.stringify(JSON.parse(json.toString())));
      },
    ),
  );
});

it('cuts a long list into parts of 1,000 entries, or of 256 KiB', () => {
  const short = Array.from({ length: 2500 }, (_, number) => `Music/${number}.mp3`);
  expect(pack(JSON.stringify({ tracks: short }), []).map(({ count }) => count)).toEqual([1000, 1000, 500]);
  const long = Array.from({ length: 200 }, () => 'x'.repeat(4000));
  const parts = pack(JSON.stringify({ tracks: long }), [65_536]);
  expect(parts.map(({ count }) => count)).toEqual([66, 66, 66, 2]);
});
