import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { type ByteRange, parseByteRange } from './byte-range.ts';

const outcomeOf = (header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 416 => {
  try {
    return parseByteRange(header, sizeBytes);
  } catch (error) {
    if (error instanceof AppError && error.code === 'range_not_satisfiable') return 416;
    throw error;
  }
};

type Spec = { first: number; last: number | null } | { suffix: number };

const textOf = (spec: Spec): string =>
  'suffix' in spec ? `-${spec.suffix}` : `${spec.first}-${spec.last ?? ''}`;

/** The plain model: counts which offsets of the file a range names. */
const offsetsOf = (spec: Spec, sizeBytes: number): number[] =>
  Array.from({ length: sizeBytes }, (_, offset) => offset).filter((offset) =>
    'suffix' in spec
      ? offset >= sizeBytes - spec.suffix
      : offset >= spec.first && offset <= (spec.last ?? sizeBytes),
  );

const anySpec: fc.Arbitrary<Spec> = fc.oneof(
  fc.record({ suffix: fc.nat(60) }),
  fc
    .record({ first: fc.nat(60), length: fc.option(fc.nat(60)) })
    .map(({ first, length }) => ({ first, last: length === null ? null : first + length })),
);

describe('byte ranges', () => {
  it('name the same bytes as a plain model', () => {
    const space = fc.constantFrom('', ' ', '\t', '  ');
    fc.assert(
      fc.property(
        fc.array(anySpec, { minLength: 1, maxLength: 4 }),
        fc.nat(50),
        space,
        (specs, size, gap) => {
          const header = `bytes=${specs.map((spec) => `${gap}${textOf(spec)}`).join(`${gap},`)}`;
          const model = specs.map((spec) => offsetsOf(spec, size)).find((offsets) => offsets.length > 0);
          const expected = model === undefined ? 416 : { start: model[0], end: model.at(-1) };
          expect(outcomeOf(header, size)).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('stay inside the file for any text, and never fail otherwise', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^bytes=[-0-9, =]{0,20}$/));
    fc.assert(
      fc.property(text, fc.nat(1000), (header, size) => {
        const outcome = outcomeOf(header, size);
        if (typeof outcome !== 'object') return;
        expect(outcome.start).toBeGreaterThanOrEqual(0);
        expect(outcome.end).toBeGreaterThanOrEqual(outcome.start);
        expect(outcome.end).toBeLessThan(size);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [undefined, 'whole'],
    ['', 'whole'],
    ['bytes', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=,', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=5-4', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=0-1-2', 'whole'],
    ['bytes=0x1-5', 'whole'],
    ['bytes=+1-5', 'whole'],
    ['items=0-5', 'whole'],
    ['bytes=0-4,junk', 'whole'],
    ['bytes=0-', { start: 0, end: 99 }],
    ['BYTES=0-9', { start: 0, end: 9 }],
    ['bytes=-0', 416],
    ['bytes=100-', 416],
    ['bytes=99-', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=200-300, 5-6', { start: 5, end: 6 }],
    ['bytes=90-99999999999999999999999', { start: 90, end: 99 }],
    ['bytes=99999999999999999999999-', 416],
  ] as const)('of %j in 100 bytes are %j', (header, expected) => {
    expect(outcomeOf(header, 100)).toEqual(expected);
  });

  it('say how long the file is when nothing can be answered', () => {
    expect(() => parseByteRange('bytes=7-', 7)).toThrow(
      expect.objectContaining({ headers: { 'Content-Range': 'bytes */7' } }),
    );
  });

  it('are ignored when the header is absurdly long', () => {
    expect(outcomeOf(`bytes=${'0-1,'.repeat(5000)}0-1`, 100)).toBe('whole');
  });
});
