import type { Song } from '@tonearm/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { as } from '../../../test/stored-files.ts';
import { startTestPlaylists, type TestPlaylists } from './test-playlists.ts';

let playlists: TestPlaylists;
beforeEach(async () => {
  playlists = await startTestPlaylists();
});
afterEach(() => playlists.dispose());

describe('saved playlists', () => {
  it('keep order and duplicates, and are replaced as a whole', async () => {
    const [a = '', b = '', c = ''] = playlists.songs(3);
    const saved = await playlists.put('anna', 'x', [c, a, a, b, c]);
    expect([saved.statusCode, saved.body]).toEqual([200, '']);
    expect(await playlists.paths('anna', 'x')).toEqual([c, a, a, b, c]);
    await playlists.put('anna', 'x', [b]);
    expect(await playlists.paths('anna', 'x')).toEqual([b]);
    await playlists.put('anna', 'x', []);
    expect(await playlists.paths('anna', 'x')).toEqual([]);
    expect(await playlists.names('anna')).toEqual(['x']);
  });

  it('are listed in natural order', async () => {
    for (const name of ['Mix 10', 'été', 'mix 2', 'Zoo', 'etc', 'Éva']) await playlists.put('anna', name, []);
    expect(await playlists.names('anna')).toEqual(['etc', 'été', 'Éva', 'mix 2', 'Mix 10', 'Zoo']);
  });

  it('belong to one user each', async () => {
    const [a = '', b = ''] = playlists.songs(2);
    await playlists.put('anna', 'same', [a]);
    expect((await playlists.get('ben', 'same')).json()).toMatchObject({
      status: 404,
      code: 'playlist_not_found',
    });
    expect((await playlists.remove('ben', 'same')).statusCode).toBe(404);
    await playlists.put('ben', 'same', [b]);
    expect([await playlists.paths('anna', 'same'), await playlists.paths('ben', 'same')]).toEqual([[a], [b]]);
  });

  it('are gone once deleted', async () => {
    await playlists.put('anna', 'x', []);
    expect([
      (await playlists.remove('anna', 'x')).statusCode,
      (await playlists.remove('anna', 'x')).statusCode,
    ]).toEqual([200, 404]);
    expect((await playlists.get('anna', 'x')).statusCode).toBe(404);
    expect(await playlists.names('anna')).toEqual([]);
  });

  it('keep entries of songs that are not there, and show them when they come back', async () => {
    const [a = '', b = ''] = playlists.songs(2);
    await playlists.put('anna', 'x', [a, 'music/later.mp3', '../../etc/passwd', ' ', b]);
    expect(await playlists.paths('anna', 'x')).toEqual([a, b]);
    playlists.files.put('later.mp3', '');
    playlists.events.emit('collection-changed', { revision: 2 });
    expect(await playlists.paths('anna', 'x')).toEqual([a, 'music/later.mp3', b]);
  });

  it('tell every entry as it was saved, to their user alone', async () => {
    const [a = ''] = playlists.songs(1);
    const tracks = [a, 'music/later.mp3', ' ', a, ...Array.from({ length: 1200 }, (_, at) => `gone/"${at}"`)];
    await playlists.put('anna', 'x', tracks);
    await playlists.put('anna', 'none', []);
    const entries = (user: string, name: string) =>
      playlists.app.inject({ url: `/api/playlist_entries/${name}`, headers: as(user) });
    expect((await entries('anna', 'x')).json()).toEqual(tracks);
    expect((await entries('anna', 'none')).json()).toEqual([]);
    expect((await entries('ben', 'x')).json()).toMatchObject({ status: 404, code: 'playlist_not_found' });
  });

  it.each([
    {},
    { tracks: null },
    { tracks: 'a' },
    { tracks: [1] },
    { tracks: ['a', null] },
    { tracks: ['a', ''] },
    { tracks: ['x'.repeat(131_073)] },
    [],
  ])('refuse the body %j and stay as they were', async (payload) => {
    const [a = ''] = playlists.songs(1);
    await playlists.put('anna', 'x', [a]);
    const answer = await playlists.app.inject({
      method: 'PUT',
      url: playlists.urlOf('x'),
      headers: as('anna'),
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(await playlists.paths('anna', 'x')).toEqual([a]);
  });

  it('show a page and the number of songs that are there', async () => {
    const all = playlists.songs(2500);
    const gone = new Set(all.filter((_, number) => number % 7 === 0));
    for (const entries of [all.slice(0, 700), [...all, ...all, ...all]]) {
      await playlists.put('anna', 'x', entries);
      for (const path of gone) playlists.files.forget(path);
      playlists.events.emit('collection-changed', { revision: 3 });
      const there = entries.filter((path) => !gone.has(path));
      for (const [offset, limit] of [
        [0, 50],
        [857, 3],
        [there.length - 1, 5],
        [5, 0],
        [99_999, 1],
      ] as const) {
        const answer = await playlists.get('anna', 'x', `?offset=${offset}&limit=${limit}`);
        expect(answer.json<Song[]>().map((song) => song.path)).toEqual(there.slice(offset, offset + limit));
        expect(answer.headers['x-total-count']).toBe(String(there.length));
      }
      expect(await playlists.paths('anna', 'x')).toEqual(there);
      expect((await playlists.get('anna', 'x', '?limit=1', 'HEAD')).body).toBe('');
    }
  });

  it('answer HEAD', async () => {
    const [a = ''] = playlists.songs(1);
    await playlists.put('anna', 'x', [a]);
    expect(await playlists.get('anna', 'x', '', 'HEAD')).toMatchObject({ statusCode: 200, body: '' });
    expect((await playlists.get('anna', 'none', '', 'HEAD')).statusCode).toBe(404);
  });

  it('hold 200,000 entries', async () => {
    const known = new Set(playlists.songs(20));
    const tracks = Array.from({ length: 200_000 }, (_, number) => `music/${number % 40}.mp3`);
    expect((await playlists.put('anna', 'long', tracks)).statusCode).toBe(200);
    expect(await playlists.paths('anna', 'long')).toEqual(tracks.filter((path) => known.has(path)));
    const page = await playlists.get('anna', 'long', '?offset=99990&limit=20');
    expect([page.json<Song[]>().length, page.headers['x-total-count']]).toEqual([10, '100000']);
  });

  it('leave nothing behind that was replaced, deleted or interrupted', async () => {
    const count = () => playlists.state.raw.prepare('SELECT count(*) FROM playlist_chunks').pluck().get();
    const long = Array<string>(40_000).fill('a');
    await playlists.put('anna', 'x', long);
    await playlists.put('anna', 'x', long);
    expect(count()).toBe(80);
    await playlists.clock.advance(11 * 60_000);
    await playlists.put('anna', 'x', ['a']);
    await playlists.clock.advance(11 * 60_000);
    await playlists.put('anna', 'y', ['a']);
    await playlists.feature.tidy();
    expect(count()).toBe(2);
    await playlists.remove('anna', 'x');
    await playlists.restart();
    await playlists.feature.tidy();
    expect(count()).toBe(1);
    expect(await playlists.names('anna')).toEqual(['y']);
  });

  it('of an earlier version leave empty entries out, and can be saved again', async () => {
    const [song = ''] = playlists.songs(1);
    await playlists.put('anna', 'old', [song, 'x']);
    playlists.state.raw.prepare('UPDATE playlist_chunks SET tracks = ?').run(JSON.stringify(['', song, '']));
    const url = '/api/playlist_entries/old';
    const entries = (await playlists.app.inject({ url, headers: as('anna') })).json<string[]>();
    expect(entries).toEqual([song]);
    expect(await playlists.paths('anna', 'old')).toEqual([song]);
    expect((await playlists.put('anna', 'old', entries)).statusCode).toBe(200);
    expect(await playlists.paths('anna', 'old')).toEqual([song]);
  });
});
