import { buildSong } from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestReader } from '../../test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

const plain = Buffer.from(buildSong({ format: 'm4a', tags: { title: 'One' } }).data);
// Its own list of edits gives way to those of the tests.
plain.write('free', plain.indexOf('edts', 0, 'latin1'), 'latin1');
const bodyOf = (type: string): number => plain.indexOf(type, 0, 'latin1') + 4;
const [movie, media] = [bodyOf('mvhd'), bodyOf('mdhd')];
const [movieScale, mediaScale, mediaUnits] = [12, 12, 16].map((at, index) =>
  plain.readUInt32BE((index === 0 ? movie : media) + at),
) as [number, number, number];
const delay = 1024;
const playedUnits = Math.floor(((mediaUnits - delay) / mediaScale) * movieScale);

const boxOf = (type: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(type, 'latin1'), body]);
};

/** The song with a list of edits in its track: units of the movie, and from where in the media. */
const withEdits = (...edits: readonly (readonly [number, number])[]): Buffer => {
  const list = Buffer.alloc(8 + 12 * edits.length);
  list.writeUInt32BE(edits.length, 4);
  for (const [at, [units, from]] of edits.entries()) {
    list.writeUInt32BE(units, 8 + 12 * at);
    list.writeInt32BE(from, 12 + 12 * at);
    list.writeUInt32BE(0x10000, 16 + 12 * at);
  }
  const edts = boxOf('edts', boxOf('elst', list));
  const track = bodyOf('trak');
  const file = Buffer.concat([plain.subarray(0, track), edts, plain.subarray(track)]);
  for (const body of [bodyOf('moov'), track])
    file.writeUInt32BE(file.readUInt32BE(body - 8) + edts.length, body - 8);
  return file;
};

const gapsIn = async (bytes: Buffer) => {
  const { format } = await reader.song('song.m4a', bytes);
  const { encoderDelay, encoderPadding, totalSamples } = format;
  return { encoderDelay, encoderPadding, totalSamples };
};
const unknown = { encoderDelay: null, encoderPadding: null, totalSamples: null };

describe('the edit list of an MP4 file', () => {
  it('tells to the sample what the encoder added, though it is rounded itself', async () => {
    const wanted = {
      encoderDelay: delay,
      encoderPadding: (1024 - (mediaUnits % 1024)) % 1024,
      totalSamples: mediaUnits - delay,
    };
    expect(await gapsIn(withEdits([playedUnits, delay]))).toEqual(wanted);
    expect(await gapsIn(withEdits([playedUnits + 1, delay]))).toEqual(wanted);
  });

  it.each([
    ['there is none', plain],
    ['it cuts off more', withEdits([playedUnits - 100, delay])],
    ['there are several edits', withEdits([10, -1], [playedUnits, delay])],
    ['it begins with silence', withEdits([playedUnits, -1])],
  ])('tells nothing when %s', async (_, bytes) => {
    expect(await gapsIn(bytes)).toEqual(unknown);
  });
});
