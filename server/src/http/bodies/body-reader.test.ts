import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBodyReader } from './body-reader.ts';
import { createListPacker, type ListPart } from './list-packer.ts';

/** Cuts bytes into pieces at some places. */
const piecesOf = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place));
};

const read = (text: string | Buffer, cuts: readonly number[] = []) => {
  const packer = createListPacker({
    field: 'tracks',
    most: 1_000_000,
    schema: z.string().min(1).max(10_000),
  });
  const reader = createBodyReader({ field: 'tracks', onText: packer.take });
  const parts: ListPart[] = [];
  for (const piece of piecesOf(Buffer.from(text), cuts)) {
    reader.take(piece);
    parts.push(...packer.finished(false));
  }
  const rest = reader.end();
  parts.push(...packer.finished(true));
  const lists = parts.map(({ json }) => json.toString());
  // What is looked for in stored lists is looked for as it is written by JSON.stringify.
  expect(lists).toEqual(lists.map((list) => JSON.stringify(JSON.parse(list))));
  const entries = lists.flatMap((list) => JSON.parse(list) as string[]);
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length);
  return { entries, rest };
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
        fc.array(anyText.filter((text) => text !== '')),
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
          isRight =
            Array.isArray(tracks) && tracks.every((entry) => typeof entry === 'string' && entry !== '');
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
    ['{"tracks":[""', 'invalid_request'],
    ['{"tracks":["\\x"', 'invalid_json'],
    ['{"tracks":["a\nb"]}', 'invalid_json'],
    [`{"tracks":["${'a'.repeat(10_001)}"`, 'invalid_request'],
    [Buffer.from([...Buffer.from('{"tracks":["'), 0xff, ...Buffer.from('"]}')]), 'invalid_json'],
    [`{"z":[${'[],'.repeat(20_000)}`, 'body_too_large'],
    [`{"z":${'['.repeat(100)}`, 'invalid_json'],
    [`{"z":"${'\\"'.repeat(600_000)}`, 'body_too_large'],
  ])('is refused before it is whole: %.40s', (text, code) => {
    expect(codeOf(text)).toBe(code);
    expect(codeOf(text, [70_000, 1, 500_000])).toBe(code);
  });
});
