import { closeSync, openSync, writeFileSync } from 'node:fs';
import { buildSong, makePicture, type SongFormat, type TagStyle, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { readSongPicture } from './song-inside.ts';

const readFrom = async (bytes: Buffer): Promise<Buffer | null> => {
  await using folder = await tempFolder();
  const path = folder.join('song');
  writeFileSync(path, bytes);
  const descriptor = openSync(path, 'r');
  try {
    return await readSongPicture({ descriptor, sizeBytes: bytes.length });
  } finally {
    closeSync(descriptor);
  }
};

const picture = makePicture({ width: 300, colour: [1, 2, 3] });

const kinds: readonly [SongFormat, TagStyle?][] = [
  ['mp3', 'id3v2.4'],
  ['mp3', 'id3v2.3'],
  ['mp3', 'id3v2.2'],
  ['mp3', 'apev2'],
  ['flac'],
  ['ogg'],
  ['opus'],
  ['m4a'],
  ['m4b'],
  ['wav', 'id3v2.4'],
  ['aiff', 'id3v2.4'],
  ['aac', 'id3v2.4'],
  ['wv', 'apev2'],
  ['ape', 'apev2'],
  ['mpc', 'apev2'],
];

describe('the picture inside a song', () => {
  it.each(kinds)('is found in %s %s', async (format, tagStyle) => {
    const { data } = buildSong({ format, tags: { title: 'A' }, picture, tagStyle });
    expect(await readFrom(data)).toEqual(picture.data);
  });

  it.each(kinds)('is not found in %s %s without one', async (format, tagStyle) => {
    expect(await readFrom(buildSong({ format, tags: { title: 'A' }, tagStyle }).data)).toBeNull();
  });

  it('is null for what is no song, and never an error', async () => {
    const whole = buildSong({ format: 'mp3', tags: { title: 'A' }, picture }).data;
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('words'),
      whole.subarray(0, 300),
      Buffer.alloc(5000, 255),
    ]) {
      expect(await readFrom(bytes)).toBeNull();
    }
  });
});
