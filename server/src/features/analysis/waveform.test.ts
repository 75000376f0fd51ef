import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWavReader } from './wav-stream.ts';
import { createWaveformMaker, reduceWaveform } from './waveform.ts';

/** The plain way: cut, average, least and greatest. */
const model = (
  samples: readonly number[],
  { sampleRate, channels }: { sampleRate: number; channels: number },
) => {
  const size = Math.max(1, Math.round((sampleRate * 60) / 4000));
  const mono = Array.from({ length: Math.floor(samples.length / channels) }, (_, at) =>
    samples.slice(at * channels, (at + 1) * channels).reduce((sum, value) => sum + value / channels, 0),
  );
  return Array.from({ length: Math.floor(mono.length / size) }, (_, at) => {
    const window = mono.slice(at * size, (at + 1) * size);
    return [Math.min(...window), Math.max(...window)].map((value) =>
      Math.floor((value / 32_768) * 128 + 128),
    );
  }).flat();
};

const wavOf = (
  samples: readonly number[],
  { sampleRate, channels }: { sampleRate: number; channels: number },
) => {
  const head = Buffer.alloc(58);
  head.write('RIFF', 0, 'latin1');
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(sampleRate, 24);
  // A chunk of three bytes, and the one that fills it up.
  head.write('odd ', 36, 'latin1');
  head.writeUInt32LE(3, 40);
  head.write('data', 48, 'latin1');
  head.writeUInt32LE(0xffffffff, 52);
  return Buffer.concat([head.subarray(0, 56), Buffer.from(Int16Array.from(samples).buffer)]);
};

it('is the same as by the plain way, however the sound comes in pieces', () => {
  const sample = fc.integer({ min: -32_768, max: 32_767 });
  fc.assert(
    fc.property(
      fc.array(sample, { maxLength: 900 }),
      fc.record({ sampleRate: fc.constantFrom(66, 1000, 2000), channels: fc.integer({ min: 1, max: 3 }) }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 9 }),
      (samples, format, cuts) => {
        const maker = createWaveformMaker(format);
        const reader = createWavReader((piece, told) => {
          expect(told).toEqual(format);
          maker.add(piece);
        });
        const bytes = wavOf(samples, format);
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1;
          reader.add(bytes.subarray(at, at + size));
          at += size;
        }
        const made = [...maker.finish()];
        const wanted = model(samples, format);
        expect(made).toHaveLength(wanted.length);
        // A third is no fraction of two: what lies on a step may fall to either side of it.
        for (const [at, step] of made.entries())
          expect(Math.abs(step - (wanted[at] ?? 0))).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 100 },
  );
});

it('has 4,000 pairs for a minute', () => {
  for (const sampleRate of [8000, 44_100, 48_000, 96_000]) {
    const maker = createWaveformMaker({ sampleRate, channels: 1 });
    maker.add(new Int16Array(sampleRate * 6));
    expect(Math.abs(maker.finish().length / 2 - 400)).toBeLessThanOrEqual(1);
  }
});

it('covers everything when it is made of fewer pairs', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(128), fc.integer({ min: 128, max: 255 }))),
      fc.nat(40),
      (pairs, count) => {
        const reduced = reduceWaveform(Uint8Array.from(pairs.flat()), count);
        expect(reduced.length / 2).toBe(Math.min(count, pairs.length));
        if (reduced.length === 0) return;
        const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)];
        expect(ends([...reduced])).toEqual(ends(pairs.flat()));
      },
    ),
  );
});

it('gives up on what is no sound', () => {
  const reader = createWavReader(() => {});
  expect(() => reader.add(Buffer.alloc(70_000, 1))).toThrow('no sound');
});
