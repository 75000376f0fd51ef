import { expect, it } from 'vitest';
import type { FileWindow } from './file-window.ts';
import { findFirstFrame } from './mpeg-frames.ts';

/** Of 417 bytes: 128 kbit/s at 44.1 kHz. */
const header = Buffer.from([0xff, 0xfb, 0x90, 0x64]);
const frameBytes = 417;

/** Headers at some places of a file. */
const fileWith = (...places: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(8_000);
  for (const place of places) header.copy(bytes, place);
  return bytes;
};

/** A window that holds what was read last, and nothing of what it held before. */
const forgetfulWindow = (bytes: Buffer): FileWindow => {
  const held = Buffer.alloc(bytes.length);
  return {
    sizeBytes: bytes.length,
    head: bytes.subarray(0, 0),
    read: (position, lengthBytes) => {
      held.fill(0);
      return held.subarray(0, bytes.copy(held, 0, position, position + lengthBytes));
    },
  };
};

it('finds the frame that another follows, behind one that only looks like a frame', () => {
  const window = forgetfulWindow(fileWith(100, 150, 150 + frameBytes));
  expect(findFirstFrame(window, 0)?.at).toBe(150);
});

it('finds it in the next part that is looked at, too, and nothing where no frame follows', () => {
  expect(findFirstFrame(forgetfulWindow(fileWith(4_094, 4_094 + frameBytes)), 0)?.at).toBe(4_094);
  expect(findFirstFrame(forgetfulWindow(fileWith(100, 150)), 0)).toBeNull();
});
