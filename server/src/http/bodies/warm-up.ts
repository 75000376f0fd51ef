import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { type BodyReader, createBodyReader } from './body-reader.ts';
import { createListPacker } from './list-packer.ts';

/** Read in one turn of the event loop: slow code needs about a millisecond for so much, in bytes. */
const sliceBytes = 4 * 1024;

/** After so many slices of one kind its code is fast. */
const slicesOfKind = 48;

/** A body that begins with `head` and goes on with `unit`, again and again. */
interface Kind {
  readonly head: string;
  readonly unit: string;
}

/** One of each way through the readers: values of every type, and a long list of texts. */
const kinds: readonly Kind[] = [
  { head: '{"tracks":[1', unit: ',1' },
  { head: '{"tracks":["a"', unit: ',"Artist/Album/01 - Title.mp3"' },
  { head: '{"tracks":[],"z":[{"a":1}', unit: ',{"a":[true,null,-1.5e3],"b":"\\u0041\\n"}' },
  { head: '{"tracks":[],"z":[[]', unit: ',[]' },
  { head: '{"z":"', unit: 'text of some length ' },
];

const createReader = (): BodyReader => {
  const packer = createListPacker({ field: 'tracks', most: 1_000_000, schema: z.string().min(1) });
  const reader = createBodyReader({ field: 'tracks', onText: packer.take });
  return {
    take: (bytes) => {
      reader.take(bytes);
      packer.finished(false);
    },
    end: reader.end,
  };
};

/**
 * Reads bodies that nobody sent, some in each turn. Code that runs for the first time is many times slower than later: when
 * twenty people send as the first ones, everybody else waits for it.
 * @returns how many bytes were read, once the last was
 */
export const warmUpBodies = async (): Promise<number> => {
  let count = 0;
  for (const { head, unit } of kinds) {
    const slice = Buffer.from(unit.repeat(Math.ceil(sliceBytes / unit.length)));
    let reader: BodyReader | null = null;
    for (let number = 0; number < slicesOfKind; number += 1) {
      await turn();
      try {
        if (reader === null) {
          reader = createReader();
          reader.take(Buffer.from(head));
        }
        reader.take(slice);
        count += slice.length;
      } catch (error) {
        // It was too much, as it is meant to be: the next one begins.
        if (!(error instanceof AppError)) throw error;
        reader = null;
      }
    }
  }
  return count;
};
