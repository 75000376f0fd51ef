import { buildSong, makePicture, taggerFiles } from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestReader } from './test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

describe('a song', () => {
  it.each(taggerFiles)('is read as $tagger wrote it', async ({ name, bytes, says, hasPicture }) => {
    const song = await reader.song(name, bytes());
    expect(song).toMatchObject({ ...says, hasPicture });
    expect(Math.abs((song.durationMs ?? 0) - 2000)).toBeLessThan(100);
  });

  it.each(taggerFiles)(
    'is read without the tag library as $tagger wrote it',
    async ({ name, bytes, says }) => {
      const reading = await reader.own(name, bytes());
      if (reading.kind === 'song') expect(reading.song.tags).toMatchObject(says);
    },
  );
});

it('lasts as long as its sound, however large the picture in its APE tag is', async () => {
  const picture = makePicture({ format: 'jpeg', width: 1200 });
  const tags = { title: 'Sea', artists: ['Anna'] };
  const plain = await reader.song('a.mp3', buildSong({ format: 'mp3', tagStyle: 'apev2', tags }).data);
  const large = await reader.song(
    'b.mp3',
    buildSong({ format: 'mp3', tagStyle: 'apev2', tags, picture }).data,
  );
  expect(Math.abs((plain.durationMs ?? 0) - 2000)).toBeLessThan(100);
  expect(large).toMatchObject({ durationMs: plain.durationMs, soundKey: plain.soundKey, hasPicture: true });
  expect(large.soundKey).not.toBeNull();
});
