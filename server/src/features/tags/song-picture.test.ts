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

/** The picture, and bytes behind it of which no part is as another. */
const longer = (lengthBytes: number): Buffer => {
  const bytes = Buffer.alloc(lengthBytes);
  for (let at = 0; at < lengthBytes; at += 1) bytes[at] = (at * 7 + (at >> 8) * 13) % 251;
  picture.data.copy(bytes);
  return bytes;
};

const numberOf = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Where the first block of FLAC ends, which tells of the sound. */
const flacInfoEnd = 42;

const flacBlock = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(type * 2 ** 24 + body.length);
  return Buffer.concat([head, body]);
};

/** Comments of which one is a front cover. @see https://wiki.xiph.org/VorbisComment#METADATA_BLOCK_PICTURE */
const commentsWith = (image: Buffer): Buffer => {
  const block = Buffer.alloc(32);
  block.writeUInt32BE(3, 0);
  block.writeUInt32BE(image.length, 28);
  const text = Buffer.concat([block, image]).toString('base64');
  const comment = Buffer.from(`METADATA_BLOCK_PICTURE=${text}`);
  return Buffer.concat([numberOf(0), numberOf(1), numberOf(comment.length), comment]);
};

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

  it.each(kinds)(
    'is found in %s %s where it is longer than what is read at once',
    async (format, tagStyle) => {
      const long = { ...picture, data: longer(200_000) };
      const { data } = buildSong({ format, tags: { title: 'A' }, picture: long, tagStyle });
      expect(await readFrom(data)).toEqual(long.data);
    },
  );

  it('is found among the comments of FLAC, wherever they are', async () => {
    const { data } = buildSong({ format: 'flac', tags: { title: 'A' } });
    const padding = flacBlock(1, Buffer.alloc(70_000));
    const image = longer(30_000);
    const comments = flacBlock(4, commentsWith(image));
    const parts = [data.subarray(0, flacInfoEnd), padding, comments, padding, data.subarray(flacInfoEnd)];
    expect(await readFrom(Buffer.concat(parts))).toEqual(image);
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
