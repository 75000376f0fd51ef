import { makePicture, oddMatroska } from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestReader } from '../../test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

const picture = makePicture({ width: 200 });
const other = makePicture({ width: 20, colour: [9, 9, 9] });

/** As ffmpeg writes them: nothing is said of what they are about. */
const plainTags = [
  {
    values: {
      ARTIST: 'Anna',
      ALBUM: 'Picnic',
      ALBUM_ARTIST: 'Bo',
      PART_NUMBER: '3/12',
      DISC: '2/3',
      DATE: '1999',
    },
  },
];
const plain = {
  title: 'Über 夜',
  artists: ['Anna'],
  album: 'Picnic',
  albumArtists: ['Bo'],
  trackNumber: 3,
  discNumber: 2,
  year: 1999,
};

describe('Matroska', () => {
  it.each(['before', 'after'] as const)('says what it is, %s its sound', async (place) => {
    for (const hasPlaces of [true, false]) {
      const attached = { 'back.png': other, 'cover.png': picture };
      const bytes = oddMatroska({ title: 'Über 夜', tags: plainTags, attached, place, hasPlaces });
      const song = await reader.song('song.mka', bytes);
      expect(song).toMatchObject({ ...plain, durationMs: 2000, hasPicture: true });
      expect(song.format).toMatchObject({
        codec: 'opus',
        container: 'matroska',
        sampleRate: 48_000,
        channels: 2,
      });
      expect(await reader.picture(bytes)).toEqual(picture.data);
    }
  });

  it('tells what is said of the album from what is said of the track', async () => {
    const tags = [
      { level: 70, values: { TITLE: 'Collected' } },
      {
        level: 50,
        values: { TITLE: 'Picnic', ARTIST: 'Bo', PART_NUMBER: '2', DATE_RELEASED: '1999', TOTAL_PARTS: '12' },
      },
      { level: 30, values: { TITLE: 'Über 夜', ARTIST: 'Anna', PART_NUMBER: '3' } },
    ];
    for (const order of [tags, tags.toReversed()])
      expect(await reader.song('song.mka', oddMatroska({ tags: order, title: 'A file' }))).toMatchObject({
        ...plain,
        trackTotal: 12,
      });
  });

  it('takes what is said of its own track alone, and names of MusicBrainz', async () => {
    const tags = [
      { trackUid: 101, values: { TITLE: 'Pictures' } },
      { trackUid: 102, values: { TITLE: 'Über 夜', ALBUM: 'Picnic', MUSICBRAINZ_ALBUMID: 'an-id' } },
    ];
    const bytes = oddMatroska({ tracks: ['pictures', 'sound'], tags });
    expect(await reader.song('song.mka', bytes)).toMatchObject({
      title: 'Über 夜',
      album: 'Picnic',
      mbRelease: 'an-id',
    });
  });

  it.each([
    { length: 'none', isClosed: true },
    { length: 'none', isClosed: false },
    { length: 'told', isClosed: false },
  ] as const)('is as long as its sound where nobody knew it: %o', async (how) => {
    const bytes = oddMatroska({ ...how, seconds: 3.4, tags: plainTags, docType: 'webm' });
    const song = await reader.song('live.webm', bytes);
    expect(song).toMatchObject({ durationMs: 3400, album: 'Picnic', format: { container: 'webm' } });
    const cut = await reader.song('cut.webm', bytes.subarray(0, Math.round(bytes.length * 0.6)));
    expect(cut.durationMs).toBeGreaterThan(1500);
    // A cluster that has only begun tells nothing.
    const begun = await reader.song(
      'cut.webm',
      Buffer.concat([bytes, Buffer.from('1f43b67501ffffffffffffff', 'hex')]),
    );
    expect(begun.durationMs).toBe(3400);
  });

  it('is read with something else behind it', async () => {
    const bytes = oddMatroska({ title: 'Über 夜', tags: plainTags });
    for (const behind of [Buffer.alloc(5000, 0x41), Buffer.alloc(70_000), bytes])
      expect(await reader.song('song.mka', Buffer.concat([bytes, behind]))).toMatchObject({
        ...plain,
        durationMs: 2000,
      });
  });

  it('tells the same recording under other tags', async () => {
    const one = await reader.song('a.mka', oddMatroska({ tags: plainTags }));
    const two = await reader.song('b.mka', oddMatroska({ title: 'Other', place: 'before', tags: plainTags }));
    const three = await reader.song('c.mka', oddMatroska({ tags: plainTags, seconds: 3 }));
    expect(two.soundKey).toEqual(one.soundKey);
    expect(three.soundKey).not.toEqual(one.soundKey);
  });

  it('is no song without sound', async () => {
    expect(await reader.read('clip.webm', oddMatroska({ tracks: ['pictures'] }))).toEqual({
      kind: 'problem',
      reason: 'only_moving_pictures',
    });
  });

  it('names codings as other containers do', async () => {
    const named = {
      'A_MPEG/L3': 'mp3',
      'A_PCM/INT/LIT': 'pcm',
      A_FLAC: 'flac',
      'A_AAC/MPEG4/LC': 'aac',
      'A_MS/ACM': null,
    };
    for (const [codec, shown] of Object.entries(named))
      expect((await reader.song('song.mka', oddMatroska({ codec }))).format.codec).toBe(shown);
  });

  it('survives any damage', async () => {
    const bytes = oddMatroska({ tags: plainTags, attached: { 'cover.png': picture } });
    for (let at = 0; at < bytes.length; at += 7) {
      const broken = Buffer.from(bytes);
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      expect((await reader.own('song.mka', broken)).kind).toMatch(/^(?:song|problem|unsure)$/);
      expect((await reader.own('song.mka', bytes.subarray(0, at))).kind).toMatch(/^(?:song|problem|unsure)$/);
    }
  });
});
