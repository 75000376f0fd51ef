import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packFiles, unpackFiles } from './waiting-files.ts';

const realName = fc.option(fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)));
const file = fc.record({
  file: fc.record({
    name: fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !name.includes('\0')),
    realName: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { arbitrary: realName, weight: 1 }),
    sizeBytes: fc.maxSafeNat(),
    mtimeUs: fc.maxSafeInteger(),
  }),
  songId: fc.oneof(fc.constant(null), fc.nat()),
});

it('gives files back as they were, whatever their names and times', () => {
  fc.assert(
    fc.property(fc.array(file, { maxLength: 6 }), (files) => {
      expect(unpackFiles(packFiles(files))).toEqual(files);
    }),
  );
});
