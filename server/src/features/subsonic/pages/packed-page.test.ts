import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createEntriesBytes } from '../wire/entries-bytes.ts';
import { packPage, unpackPage } from './packed-page.ts';

const pageOf = (count: number, total: number | null) => {
  const ids = Array.from({ length: count }, (_, at) => String(at).padStart(22, 'x'));
  const texts = ids.map((id) => ({ before: `{"id":"${id}"`, behind: `,"title":"Ægir ${id}"}` }));
  return { entries: createEntriesBytes(ids, texts), total };
};

it.each([
  [0, 0],
  [1, null],
  [500, 12_345],
])('gives a page of %i back as it was', async (count, total) => {
  const page = pageOf(count, total);
  const packed = await packPage(page);
  expect(packed && unpackPage(packed)).toEqual(page);
});

it('packs no page with an id of another length', async () => {
  const { entries } = pageOf(1, null);
  expect(await packPage({ entries: { ...entries, ids: ['short'] }, total: null })).toBeNull();
});

it('leaves nothing with who unpacked it, which is there until the next full collection of garbage', async () => {
  const packed = await packPage(pageOf(500, null));
  const unpacked: Buffer[] = [];
  if (packed !== null) {
    unpackPage(packed, (...parts) => {
      const bytes = zstdDecompressSync(...parts);
      unpacked.push(bytes);
      return bytes;
    });
  }
  expect(unpacked.map(({ buffer }) => buffer.byteLength)).toEqual([0]);
});
