import { endpoints } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { personalFields } from './personal-sets.ts';
import { createQueryApp } from './test-query-app.ts';
import { music, shareMusicApp } from './test-query-music.ts';

const musicApp = shareMusicApp();

describe('suggestions', () => {
  const suggesting = async (query: string, at = query.length) =>
    (await musicApp().get(`/query_suggestions?query=${encodeURIComponent(query)}&at=${at}`)).json<
      { text: string; from: number; to: number }[]
    >();

  it.each([
    [
      'moon art',
      [
        { kind: 'field', text: 'artist:', from: 5, to: 8 },
        { kind: 'field', text: 'artistsort:', from: 5, to: 8 },
      ],
    ],
    ['artist:kem', [{ kind: 'value', text: 'Kempff', from: 7, to: 10 }]],
    ['-artist = "10', [{ kind: 'value', text: '10cc', from: 10, to: 13 }]],
    [
      'genre:',
      [
        { kind: 'value', text: 'Classical', from: 6, to: 6 },
        { kind: 'value', text: 'Rock', from: 6, to: 6 },
      ],
    ],
    ['year:19', []],
    ['starr', [{ kind: 'field', text: 'starred:', from: 0, to: 5 }]],
    ['moon ratin', [{ kind: 'field', text: 'rating:', from: 5, to: 10 }]],
    ['-play', [{ kind: 'field', text: 'plays:', from: 1, to: 5 }]],
    ['lastp', [{ kind: 'field', text: 'lastplayed:', from: 0, to: 5 }]],
    ['', []],
  ])('after %j', async (query, suggestions) => {
    expect(await suggesting(query)).toEqual(suggestions);
  });

  it('also of fields that are read when somebody asks for them, those of most songs first', async () => {
    const app = createQueryApp(music);
    using _library = app.library;
    const more = [
      { media: 'CD', releaseTypes: ['album'], performers: ['Anne Mutter (violin)'] },
      { media: 'Digital Media', releaseTypes: ['album', 'live'], performers: ['Anne Mutter (viola)'] },
      { media: 'Digital  media', comment: 'mine', performers: ['Alfred'] },
    ];
    const put = app.library.raw.prepare('UPDATE songs SET more = ?, work = ? WHERE id = ?');
    const ids = app.library.raw.prepare('SELECT id FROM songs ORDER BY id LIMIT 3').pluck().all();
    for (const [at, said] of more.entries()) put.run(JSON.stringify(said), `Work ${at}`, ids[at]);
    const suggested = async (query: string) =>
      (await app.get(`/query_suggestions?query=${encodeURIComponent(query)}&at=${query.length}`))
        .json<{ kind: string; text: string }[]>()
        .map(({ text }) => text);
    expect(await suggested('media:')).toEqual(['"Digital Media"', 'CD']);
    expect(await suggested('type:')).toEqual(['album', 'live']);
    expect(await suggested('performer:a')).toEqual(['"Anne Mutter"', 'Alfred']);
    expect(await suggested('instrument:vio')).toEqual(['violin', 'viola']);
    expect(await suggested('-work = "work 1')).toEqual(['"Work 1"']);
    expect(await suggested('comment:m')).toEqual([]);
    expect(await suggested('mbrelease:')).toEqual([]);
  });

  it('and the list of calls name what somebody made of songs', () => {
    for (const field of personalFields) expect(endpoints.findSongs.summary).toContain(field);
  });

  it('are for the place of the caret', async () => {
    expect(await suggesting('albuma moon', 6)).toEqual([
      { kind: 'field', text: 'albumartist:', from: 0, to: 6 },
      { kind: 'field', text: 'albumartistsort:', from: 0, to: 6 },
    ]);
  });
});
