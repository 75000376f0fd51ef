import type { PlaylistEdit } from '@tonearm/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { as } from '../../../test/stored-files.ts';
import { startTestPlaylists } from './test-playlists.ts';

let playlists: Awaited<ReturnType<typeof startTestPlaylists>>;
beforeEach(async () => {
  playlists = await startTestPlaylists();
});
afterEach(() => playlists.dispose());

const post = (call: string, name: string, payload: object, user = 'anna') =>
  playlists.app.inject({
    method: 'POST',
    url: `/api/playlist_${call}/${encodeURIComponent(name)}`,
    headers: as(user),
    payload,
  });
const entries = async (name: string) => {
  const url = `/api/playlist_entries/${encodeURIComponent(name)}`;
  return (await playlists.app.inject({ url, headers: as('anna') })).json<string[]>();
};
const revisionOf = async (name: string) => {
  const url = `/api/playlist_state/${encodeURIComponent(name)}`;
  return (await playlists.app.inject({ url, headers: as('anna') })).json<{ revision: number }>().revision;
};
const edit = async (name: string, change: PlaylistEdit) =>
  post('edit', name, { revision: await revisionOf(name), edit: change });
const code = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code;

describe('an edit of a playlist', () => {
  beforeEach(() => playlists.put('anna', 'Mix', ['a', 'b', 'c', 'b']));

  it('removes entries by their place, and puts them back where they were', async () => {
    const gone = [
      { at: 1, path: 'b' },
      { at: 2, path: 'c' },
    ];
    expect((await edit('Mix', { kind: 'remove', entries: gone })).statusCode).toBe(200);
    expect(await entries('Mix')).toEqual(['a', 'b']);
    await edit('Mix', { kind: 'put', entries: gone });
    expect(await entries('Mix')).toEqual(['a', 'b', 'c', 'b']);
  });

  it('moves entries to a gap, in the order in which they stood', async () => {
    const moved = [
      { at: 3, path: 'b' },
      { at: 0, path: 'a' },
    ];
    await edit('Mix', { kind: 'move', entries: moved, gap: 2 });
    expect(await entries('Mix')).toEqual(['b', 'a', 'b', 'c']);
  });

  it('puts all entries in another order', async () => {
    await edit('Mix', { kind: 'order', order: [2, 0, 1, 3] });
    expect(await entries('Mix')).toEqual(['c', 'a', 'b', 'b']);
  });

  it.each<PlaylistEdit>([
    { kind: 'remove', entries: [{ at: 0, path: 'b' }] },
    { kind: 'remove', entries: [{ at: 9, path: 'a' }] },
    { kind: 'move', entries: [{ at: 0, path: 'a' }], gap: 5 },
    { kind: 'put', entries: [{ at: 6, path: 'z' }] },
    { kind: 'order', order: [0, 0, 1, 2] },
    { kind: 'order', order: [0, 1, 2] },
  ])('of another list than this one changes nothing: %j', async (change) => {
    const answer = await edit('Mix', change);
    expect([answer.statusCode, code(answer)]).toEqual([409, 'playlist_changed']);
    expect(await entries('Mix')).toEqual(['a', 'b', 'c', 'b']);
  });

  it('that comes second is told, and can be tried again', async () => {
    const revision = await revisionOf('Mix');
    const first = { kind: 'remove', entries: [{ at: 0, path: 'a' }] };
    const second = { kind: 'remove', entries: [{ at: 2, path: 'c' }] };
    const answers = await Promise.all(
      [first, second].map((change) => post('edit', 'Mix', { revision, edit: change })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await entries('Mix')).length).toBe(3);
    const again = await revisionOf('Mix');
    const at = (await entries('Mix')).indexOf('b');
    const retried = { kind: 'remove', entries: [{ at, path: 'b' }] };
    expect((await post('edit', 'Mix', { revision: again, edit: retried })).statusCode).toBe(200);
  });

  it('is refused for what is not there', async () => {
    const change = { revision: 1, edit: { kind: 'order', order: [] } };
    expect(code(await post('edit', 'Nothing', change))).toBe('playlist_not_found');
    expect(code(await post('edit', 'Mix', change, 'ben'))).toBe('playlist_not_found');
  });
});

describe('adding to a playlist', () => {
  it('makes it, appends to it, and asks about songs that are in it', async () => {
    const add = async (tracks: string[], repeats: string) =>
      (await post('add', 'Mix', { tracks, repeats })).json<object>();
    expect(await add(['a', 'b'], 'ask')).toEqual({ added: 2, already: 0 });
    expect(await add(['b', 'c', 'c'], 'ask')).toEqual({ added: 0, already: 1 });
    expect(await entries('Mix')).toEqual(['a', 'b']);
    expect(await add(['b', 'c', 'c'], 'skip')).toEqual({ added: 1, already: 1 });
    expect(await add(['a'], 'add')).toEqual({ added: 1, already: 1 });
    expect(await entries('Mix')).toEqual(['a', 'b', 'c', 'a']);
  });

  it('loses nothing when many add at once', async () => {
    const tracks = Array.from({ length: 5 }, (_, index) => `song ${index}`);
    await Promise.all(tracks.map((track) => post('add', 'Mix', { tracks: [track], repeats: 'add' })));
    expect((await entries('Mix')).toSorted()).toEqual(tracks);
  });

  it('appends to one of more rows than fit into one', async () => {
    const many = Array.from({ length: 25_000 }, (_, index) => `song ${index}`);
    await playlists.put('anna', 'Mix', many);
    await post('add', 'Mix', { tracks: ['last'], repeats: 'add' });
    expect(await entries('Mix')).toEqual([...many, 'last']);
  });
});

describe('another name', () => {
  it('keeps what is in it, and takes no name that is taken', async () => {
    await playlists.put('anna', 'Mix', ['a']);
    await playlists.put('anna', 'Other', ['b']);
    expect(code(await post('rename', 'Mix', { new_name: 'Other' }))).toBe('playlist_name_taken');
    expect((await post('rename', 'Mix', { new_name: 'Mix/2' })).statusCode).toBe(200);
    expect(await playlists.names('anna')).toEqual(['Mix/2', 'Other']);
    expect(await entries('Mix/2')).toEqual(['a']);
    expect(code(await post('rename', 'Mix', { new_name: 'x' }))).toBe('playlist_not_found');
    expect(code(await post('rename', 'Other', { new_name: 'x'.repeat(1025) }))).toBe('invalid_request');
  });
});

describe('what a list of playlists shows', () => {
  it('is counted, measured and pictured, of songs that are there now', async () => {
    const [a = '', b = ''] = playlists.songs(2);
    await playlists.put('anna', 'Mix', [a, 'gone.mp3', b, a]);
    await playlists.put('anna', 'Empty', []);
    await playlists.put('ben', 'His', [a]);
    const answer = await playlists.app.inject({ url: '/api/playlist_summaries', headers: as('anna') });
    const songs = (await playlists.get('anna', 'Mix')).json<{ duration: number; artwork: string | null }[]>();
    const duration = songs.reduce((sum, song) => sum + song.duration, 0);
    const artworks = [...new Set(songs.flatMap(({ artwork }) => artwork ?? []))];
    expect(answer.json()).toEqual([
      { name: 'Empty', entry_count: 0, duration: 0, artworks: [] },
      { name: 'Mix', entry_count: 4, duration, artworks },
    ]);
    const state = await playlists.app.inject({ url: '/api/playlist_state/Mix', headers: as('anna') });
    expect(state.json()).toMatchObject({ entry_count: 4, missing: [1] });
  });
});
