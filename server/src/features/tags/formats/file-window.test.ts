import { closeSync, openSync, writeFileSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../../platform/memory/collect-garbage.ts';
import { createWindowBuffers, headBytes, keptBytes } from './file-window.ts';

/** Numbers that go on for longer than all that a window holds at once, so that every part is another. */
const numbered = (lengthBytes: number): Buffer => {
  const bytes = Buffer.alloc(Math.ceil(lengthBytes / 4) * 4);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at);
  return bytes.subarray(0, lengthBytes);
};

const sizes = fc.constantFrom(1, 100, headBytes - 1, headBytes, headBytes + 1, 4 * headBytes);
/** Places around those at which what holds the bytes changes. */
const places = fc
  .tuple(fc.constantFrom(0, headBytes, 2 * headBytes, 4 * headBytes), fc.integer({ min: -300, max: 300 }))
  .map(([near, off]) => Math.max(0, near + off));
const lengths = fc.constantFrom(0, 1, 10, 282, 4096, headBytes, headBytes + 1, 2 * headBytes);
const parts = fc.array(fc.tuple(places, lengths), { minLength: 1, maxLength: 8 });

it('keeps what was read, whatever is read after it', async () => {
  await using temp = await tempFolder();
  const buffers = createWindowBuffers();
  fc.assert(
    fc.property(sizes, parts, (sizeBytes, wanted) => {
      const bytes = numbered(sizeBytes);
      const path = temp.join('file');
      writeFileSync(path, bytes);
      const descriptor = openSync(path, 'r');
      try {
        const window = buffers.open(descriptor, sizeBytes);
        const kept = wanted.map(([position, length]) => keptBytes(window, position, length));
        const expected = wanted.map(([position, length]) => bytes.subarray(position, position + length));
        expect(kept.map((part, at) => part.equals(expected[at] ?? part))).toEqual(kept.map(() => true));
      } finally {
        closeSync(descriptor);
      }
    }),
  );
});

it('copies nothing of the head', async () => {
  await using temp = await tempFolder();
  const path = temp.join('file');
  writeFileSync(path, numbered(2 * headBytes));
  const descriptor = openSync(path, 'r');
  try {
    const window = createWindowBuffers().open(descriptor, 2 * headBytes);
    expect(keptBytes(window, headBytes - 10, 10).buffer).toBe(window.head.buffer);
    expect(keptBytes(window, headBytes - 10, 11).buffer).not.toBe(window.head.buffer);
  } finally {
    closeSync(descriptor);
  }
});

it('asks for the end of a file once', async () => {
  await using temp = await tempFolder();
  const path = temp.join('file');
  const sizeBytes = 2 * headBytes;
  writeFileSync(path, numbered(sizeBytes));
  const descriptor = openSync(path, 'r');
  let reads = 0;
  try {
    const buffers = createWindowBuffers(() => {
      reads += 1;
    });
    const window = buffers.open(descriptor, sizeBytes);
    expect([window.read(sizeBytes - 160, 160).length, window.read(sizeBytes - 128, 128).length]).toEqual([
      160, 128,
    ]);
    expect(window.read(sizeBytes + 10, 10)).toHaveLength(0);
    expect(reads).toBe(2);
  } finally {
    closeSync(descriptor);
  }
});

it('is gone with its buffers when nobody reads any more', async () => {
  await using temp = await tempFolder();
  const path = temp.join('file');
  writeFileSync(path, numbered(100));
  const readOnce = (): WeakRef<ArrayBufferLike> => {
    const descriptor = openSync(path, 'r');
    try {
      const window = createWindowBuffers().open(descriptor, 100);
      expect(window.read(0, 4).length).toBe(4);
      return new WeakRef(window.head.buffer);
    } finally {
      closeSync(descriptor);
    }
  };
  const buffers = [readOnce(), readOnce()];
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(buffers.map((buffer) => buffer.deref())).toEqual([undefined, undefined]);
});
