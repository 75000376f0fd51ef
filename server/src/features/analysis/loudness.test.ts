import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEbur128Log } from './ebur128-log.ts';
import {
  classOf,
  gainOfLoudness,
  integratedLoudness,
  joinBlocks,
  type LoudnessBlocks,
  packBlocks,
  sampleOfDecibels,
  unpackBlocks,
} from './loudness.ts';

const blocksOf = (loudnesses: readonly number[]): LoudnessBlocks =>
  joinBlocks(
    loudnesses.map((lufs) => {
      const number = classOf(lufs);
      return new Map(number === null ? [] : [[number, 1]]);
    }),
  );

/** ITU-R BS.1770 as it is written, on blocks as they are. */
const model = (loudnesses: readonly number[]): number | null => {
  const mean = (values: readonly number[]) =>
    10 * Math.log10(values.reduce((sum, lufs) => sum + 10 ** (lufs / 10), 0) / values.length);
  const audible = loudnesses.filter((lufs) => lufs >= -70);
  if (audible.length === 0) return null;
  return mean(audible.filter((lufs) => lufs >= mean(audible) - 10));
};

const tenths = fc.integer({ min: -900, max: 30 }).map((value) => value / 10);

it('is what the standard says', () => {
  fc.assert(
    fc.property(fc.array(tenths, { maxLength: 60 }), (loudnesses) => {
      const wanted = model(loudnesses);
      const made = integratedLoudness(blocksOf(loudnesses));
      if (wanted === null || made === null) expect(made).toBe(wanted);
      else expect(made).toBeCloseTo(wanted, 6);
    }),
  );
});

it('leaves out what is far softer than the rest', () => {
  expect(integratedLoudness(blocksOf([-20, -20, -36, -69, -80]))).toBeCloseTo(-20, 6);
  expect(integratedLoudness(blocksOf([-90]))).toBeNull();
});

it('keeps blocks as they were', () => {
  const blocks = blocksOf([-20, -20, -23.4, 0]);
  expect(unpackBlocks(packBlocks(blocks))).toEqual(blocks);
});

it('speaks of gain and peaks as ReplayGain does', () => {
  expect(gainOfLoudness(-18)).toBe(0);
  expect(gainOfLoudness(-8.3)).toBe(-9.7);
  expect(sampleOfDecibels(0)).toBe(1);
  expect(sampleOfDecibels(-6)).toBeCloseTo(0.501, 3);
});

const said = `
[Parsed_ebur128_1 @ 0x55] t: 0.0999773  TARGET:-23 LUFS    M:-120.7 S:-120.7     I: -70.0 LUFS       LRA:   0.0 LU
[Parsed_ebur128_1 @ 0x55] t: 0.4        TARGET:-23 LUFS    M: -20.0 S:-120.7     I: -20.0 LUFS       LRA:   0.0 LU
[Parsed_ebur128_1 @ 0x55] t: 0.5        TARGET:-23 LUFS    M: -20.0 S:-120.7     I: -20.0 LUFS       LRA:   0.0 LU
[Parsed_ebur128_1 @ 0x55] t: 0.6        TARGET:-23 LUFS    M:  -inf S:-120.7     I: -20.0 LUFS       LRA:   0.0 LU
[Parsed_ebur128_1 @ 0x55] Summary:

  Integrated loudness:
    I:         -19.9 LUFS
    Threshold: -20.9 LUFS

  Loudness range:
    LRA:         3.1 LU
    Threshold: -30.9 LUFS

  True peak:
    Peak:       -8.0 dBFS
`;

it('reads what ffmpeg says, in pieces of any size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (size) => {
      const log = createEbur128Log();
      for (let at = 0; at < said.length; at += size) log.add(said.slice(at, at + size));
      expect(log.finish()).toEqual({ blocks: new Map([[500, 2]]), loudness: -19.9, peakDb: -8 });
    }),
  );
});

it('takes silence for silence', () => {
  const log = createEbur128Log();
  log.add('    I:         -70.0 LUFS\n    Peak:       -inf dBFS\n');
  expect(log.finish()).toEqual({ blocks: new Map(), loudness: null, peakDb: null });
});
