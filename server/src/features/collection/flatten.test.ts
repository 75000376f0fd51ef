import { describe, expect, it } from 'vitest';
import { album, callsOn, libraryOf } from './test-lists.ts';

describe('flatten', () => {
  const songs = [
    ...album('B/x', 3, { disc: 1 }),
    { path: 'A/10.mp3' },
    { path: 'A/2.mp3' },
    { path: 'A/y/z/1.mp3' },
    { path: 'A/y/1.mp3', album: 'Y', disc: 2, track: 1 },
    { path: 'A/y/2.mp3', album: 'Y', disc: 1, track: 2 },
    { path: 'A/y 2/1.mp3' },
  ];
  const walked = [
    'B/x/3.mp3',
    'B/x/2.mp3',
    'B/x/1.mp3',
    'A/2.mp3',
    'A/10.mp3',
    'A/y/2.mp3',
    'A/y/1.mp3',
    'A/y/z/1.mp3',
    'A/y 2/1.mp3',
  ];

  it('walks the folders; albums by disc and track', async () => {
    const call = callsOn(libraryOf(['B', 'A'], songs));
    const answer = await call('/flatten');
    expect(answer.paths()).toEqual(walked);
    expect(answer.total).toBe(9);
    expect((await call('/flatten/A/y')).paths()).toEqual(['A/y/2.mp3', 'A/y/1.mp3', 'A/y/z/1.mp3']);
    expect((await call('/flatten/A/y/1.mp3')).paths()).toEqual(['A/y/1.mp3']);
  });

  it('gives every page of the walk', async () => {
    const call = callsOn(libraryOf(['B', 'A'], songs));
    for (let offset = 0; offset <= 10; offset += 1) {
      for (const limit of [0, 1, 2, 5, 20]) {
        const answer = await call(`/flatten?limit=${limit}&offset=${offset}`);
        expect(answer.paths()).toEqual(walked.slice(offset, offset + limit));
        expect(answer.total).toBe(9);
      }
    }
  });

  it('finds deep offsets and streams long folders', async () => {
    const many = [
      ...Array.from({ length: 1200 }, (_, folder) => ({ path: `A/${folder}/1.mp3` })),
      ...Array.from({ length: 700 }, (_, song) => ({ path: `A/x/${song}.mp3` })),
    ];
    const call = callsOn(libraryOf(['A'], many));
    const paths = many.map((song) => song.path);
    expect((await call('/flatten/A')).paths()).toEqual(paths);
    for (const offset of [999, 1000, 1001, 1199, 1200, 1500, 1899]) {
      const answer = await call(`/flatten/A?offset=${offset}&limit=3`);
      expect(answer.paths()).toEqual(paths.slice(offset, offset + 3));
    }
  });
});

describe('flatten of many songs', () => {
  const named = '"quoted" \\ \u0007 日本 ｆ';
  const many = [
    ...Array.from({ length: 180 }, (_, folder) =>
      album(`A/${folder}`, 1 + (folder % 6), { title: named, hasPicture: folder % 2 === 0 }),
    ).flat(),
    ...album('A/long', 3, { title: 'long '.repeat(300) }),
    ...album(`A/${named}`, 2),
    ...album('A/z of many', 600),
  ];

  it('tells of each what browsing its folder tells, also of those in the midst of a page', async () => {
    const call = callsOn(libraryOf(['A'], many));
    const songs = (await call('/flatten')).json<{ path: string }[]>();
    expect(songs).toHaveLength(many.length);
    for (const folder of ['A/7', 'A/8', 'A/long', `A/${named}`]) {
      const browsed = (await call(`/browse/${encodeURIComponent(folder)}`)).json<
        { Song: { path: string } }[]
      >();
      const flattened = songs.filter(({ path }) => path.startsWith(`${folder}/`));
      expect(flattened.toReversed()).toEqual(browsed.map(({ Song }) => Song));
    }
    for (const offset of [0, 1, 249, 613, songs.length - 620]) {
      for (const limit of [3, 499, 700, 5000]) {
        const page = (await call(`/flatten?offset=${offset}&limit=${limit}`)).json();
        expect(page).toEqual(songs.slice(offset, offset + limit));
      }
    }
  });
});
