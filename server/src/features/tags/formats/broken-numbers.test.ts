import { writeFileSync } from 'node:fs';
import { buildSong, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createSongReader } from '../read-song.ts';

/** Spoils the rate in the `COMM` chunk: 80 bits, of which the first two bytes are the exponent. */
const withRate = (exponent: number, mantissa: number): Buffer => {
  const data = Buffer.from(buildSong({ format: 'aiff', tags: { title: 'Basket' } }).data);
  const at = data.indexOf('COMM') + 16;
  data.writeUInt16BE(exponent, at);
  data.writeUInt32BE(mantissa, at + 2);
  return data;
};

it.each([
  ['has a fraction', withRate(16_383 + 15, 0xac_44_80_00), 44_101],
  ['is next to nothing', withRate(1, 0x80_00_00_00), null],
])('a rate that %s is a whole number in the library, and so is the length', async (_, data, rate) => {
  await using folder = await tempFolder();
  const path = folder.join('song.aiff');
  writeFileSync(path, data);
  const read = await createSongReader({ asksLibrary: false }).read(Buffer.from(path), 'song.aiff');
  expect(read).toMatchObject({ kind: 'song', song: { format: { sampleRate: rate } } });
  const { durationMs = null } = read.kind === 'song' ? read.song : {};
  expect(durationMs === null || Number.isSafeInteger(durationMs)).toBe(true);
});
