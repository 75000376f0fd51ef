import { mp3With, textFrame, userFrame } from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestReader } from './test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

describe('a tag of ID3', () => {
  const tagsOf = async (version: 2 | 3 | 4, texts: Readonly<Record<string, string>>) => {
    const frames = Object.entries(texts).map(([name, text]) => textFrame(name, text, 'latin1'));
    return await reader.song('song.mp3', mp3With({ version, frames }));
  };

  it('is read whatever letter the names of its frames begin with', async () => {
    expect(await tagsOf(4, { MVNM: 'Largo', MVIN: '2/4', GRP1: 'Slow', TIT1: 'Old' })).toMatchObject({
      movementName: 'Largo',
      movementNumber: 2,
      movementCount: 4,
      grouping: 'Slow',
    });
    expect(await tagsOf(3, { TPE1: 'Anna Bell', XSOP: 'Bell, Anna' })).toMatchObject({
      artistSorts: ['Bell, Anna'],
    });
    expect(
      await tagsOf(2, { TT2: 'A', TST: 'B', TSP: 'C', TS2: 'D', MVN: 'Largo', GP1: 'Slow' }),
    ).toMatchObject({
      titleSort: 'B',
      artistSorts: ['C'],
      albumArtistSorts: ['D'],
      movementName: 'Largo',
      grouping: 'Slow',
    });
  });

  it('has its work where iTunes keeps it, when a movement is told', async () => {
    expect(await tagsOf(3, { TIT1: 'Winter', MVNM: 'Largo' })).toMatchObject({ work: 'Winter' });
    expect(await tagsOf(3, { TIT1: 'Winter' })).toMatchObject({ work: null, grouping: 'Winter' });
  });

  it('before version 2.4 has lists of people in one text', async () => {
    const frames = [
      textFrame('TPE1', 'Anna feat. Bo', 'utf16'),
      userFrame('Artists', 'Anna/Bo', 'utf16'),
      userFrame('MusicBrainz Artist Id', 'id-a/id-b', 'utf16'),
    ];
    const song = await reader.song('song.mp3', mp3With({ version: 3, frames }));
    expect(song).toMatchObject({ artists: ['Anna feat. Bo'], artistList: ['Anna', 'Bo'] });
  });
});
