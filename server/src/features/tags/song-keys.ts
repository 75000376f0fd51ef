import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileWindow } from './formats/file-window.ts';
import type { SoundPlace } from './song-tags.ts';

/** How much of a file, and of its sound, makes a key. */
const sampleBytes = 16_384;

/** Where the length of a file ends in the key of its content. */
const lengthEnd = 4;

/** Tells a file by its length and its beginning. */
export const contentKeyOf = (window: FileWindow): Buffer => {
  const key = Buffer.alloc(8);
  key.writeUInt32LE(window.sizeBytes % 2 ** 32, 0);
  key.writeUInt32LE(crc32(window.head.subarray(0, sampleBytes)), lengthEnd);
  return key;
};

/** What two files of the same length share, whatever part of their beginning made the rest of their keys. */
export const lengthOfContent = (contentKey: Uint8Array): Uint8Array => contentKey.subarray(0, lengthEnd);

/** Tells sound whatever its tags say; null where the place of the sound is not known. */
export const soundKeyOf = (window: FileWindow, sound: SoundPlace | null): Buffer | null => {
  if (sound === null) return null;
  if (sound.kind === 'digest') return Buffer.from(hash('sha1', sound.digest, 'binary').slice(0, 8), 'latin1');
  if (sound.lengthBytes <= 0) return null;
  const sample = window.read(sound.start, Math.min(sampleBytes, sound.lengthBytes));
  const key = Buffer.alloc(8);
  key.writeUInt32LE(sound.lengthBytes % 2 ** 32, 0);
  key.writeUInt32LE(crc32(sample), 4);
  return key;
};
