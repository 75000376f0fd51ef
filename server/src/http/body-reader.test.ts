import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyReader } from './body-reader.ts';

/** Cuts bytes into pieces at some places. */
const piecesOf = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place));
};

const read = (text: string | Buffer, cuts: readonly number[] = []) => {
  const reader = createBodyReader('tracks');
  const entries = piecesOf(Buffer.from(text), cuts).flatMap((piece) => [...reader.take(piece)]);
  return { entries, rest: reader.end() };
};

const codeOf = (text: string | Buffer, cuts: readonly number[] = []): string => {
  try {
    read(text, cuts);
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const anyText = fc.string({ unit: 'binary' }).filter((text) => text.toWellFormed() === text);

describe('a body that arrives in pieces', () => {
  it('gives the entries of its long list and the rest, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(anyText),
        fc.dictionary(
          anyText.filter((key) => key !== 'tracks'),
          fc.jsonValue(),
        ),
        fc.array(fc.nat()),
        fc.constantFrom(undefined, 1, '\t'),
        (tracks, others, cuts, space) => {
          const body = { ...others, tracks, last: [1, 'x', {}] };
          const { entries, rest } = read(JSON.stringify(body, null, space), cuts);
          expect(entries).toEqual(tracks);
          expect(rest).toEqual(JSON.parse(JSON.stringify({ ...body, tracks: [] })));
        },
      ),
    );
  });

  it('is taken or refused as JSON.parse would, whatever stands in its list', () => {
    const piece = fc.constantFrom('"a"', ',', ' ', '"', '\\', ']', '[', '}', '1', 'null', '\n', '"\\u00e9"');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat()), (parts, cuts) => {
        const text = `{"tracks":[${parts.join('')}]}`;
        let isRight = false;
        try {
          const { tracks } = JSON.parse(text) as { tracks: unknown };
          isRight = Array.isArray(tracks) && tracks.every((entry) => typeof entry === 'string');
        } catch {
          // Not JSON.
        }
        expect(codeOf(text, cuts) === 'none').toBe(isRight);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"tracks":[1', 'invalid_request'],
    ['{"tracks":[[', 'invalid_request'],
    ['{"tracks":["a",{', 'invalid_request'],
    [`{"tracks":["${'a'.repeat(1_100_000)}`, 'invalid_request'],
    ['{"tracks":["a"],"tracks":[]}', 'invalid_json'],
    ['{"tracks":["a"],"tr\\u0061cks":[]}', 'invalid_json'],
    ['{"tracks":["a"][]}', 'invalid_json'],
    [`{"tracks":${'[]'.repeat(5000)}}`, 'invalid_json'],
    ['{"tracks":["a"', 'invalid_json'],
    [Buffer.from([...Buffer.from('{"tracks":["'), 0xff, ...Buffer.from('"]}')]), 'invalid_json'],
    [`{"z":[${'[],'.repeat(20_000)}`, 'body_too_large'],
    [`{"z":${'['.repeat(100)}`, 'invalid_json'],
    [`{"z":"${'\\"'.repeat(600_000)}`, 'body_too_large'],
  ])('is refused before it is whole: %.40s', (text, code) => {
    expect(codeOf(text)).toBe(code);
    expect(codeOf(text, [70_000, 1, 500_000])).toBe(code);
  });
});
