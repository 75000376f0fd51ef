import { afterEach, describe, expect, it } from 'vitest';
import { as } from '../../../test/stored-files.ts';
import { startTestPlaylists, type TestPlaylists } from './test-playlists.ts';

let playlists: TestPlaylists;
afterEach(() => playlists.dispose());

/** Imports lists by their names. @returns the code of a refusal, or `saved` */
const bring = async (lists: Readonly<Record<string, readonly string[]>>): Promise<string> => {
  const form = new FormData();
  for (const [name, paths] of Object.entries(lists)) {
    const files = paths.map((path) => playlists.files.realPath(path.replace(/^music\//, '')));
    form.append(`${name}.m3u8`, new Blob([['#EXTM3U', ...files, ''].join('\n')]));
  }
  const body = new Response(form);
  const answer = await playlists.app.inject({
    method: 'PUT',
    url: '/api/playlists/import',
    headers: { ...as('anna'), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.statusCode < 300 ? 'saved' : answer.json<{ code: string }>().code;
};

const entriesOf = async (name: string): Promise<string[]> => {
  const url = `/api/playlist_entries/${encodeURIComponent(name)}`;
  return (await playlists.app.inject({ url, headers: as('anna') })).json<string[]>();
};

/** The first ones, those where one go ends and the next begins, and every ninth. */
const some = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(lists).filter((_, at) => at < 20 || at % 9 === 0 || Math.abs((at % 200) - 100) > 96);

describe('lists that are imported together', () => {
  it.each([
    ['short', 3],
    ['long together', 20_000],
  ])('are saved all or none: %s', async (_kind, length) => {
    playlists = await startTestPlaylists({ entries: 2 * length + 1, bytes: 100_000_000 });
    const [song = ''] = playlists.songs(1);
    const full = Array<string>(length).fill(song);
    expect(await bring({ one: [song], two: full, three: full })).toBe('saved');
    expect(await playlists.names('anna')).toEqual(['one', 'three', 'two']);
    // The first would have room.
    expect(await bring({ new: [], two: [song], one: [...full, song, song] })).toBe('quota_exceeded');
    expect(await playlists.names('anna')).toEqual(['one', 'three', 'two']);
    expect(await entriesOf('two')).toEqual(full);
    // What becomes smaller makes room for what comes after it.
    expect(await bring({ two: [], one: full })).toBe('saved');
    expect([await entriesOf('one'), await entriesOf('two')]).toEqual([full, []]);
  });

  it('are each what they were, however many there are', async () => {
    playlists = await startTestPlaylists();
    const songs = playlists.songs(40);
    const lists = Object.fromEntries(
      Array.from({ length: 450 }, (_, at) => [`List ${at}`, songs.slice(at % 40, (at % 40) + (at % 7))]),
    );
    // One of them is long.
    lists['List 17'] = Array<string[]>(600).fill(songs).flat();
    expect(await bring(lists)).toBe('saved');
    expect(await playlists.names('anna')).toHaveLength(450);
    for (const [name, paths] of some(lists)) expect(await entriesOf(name), name).toEqual(paths);
    const names = Object.keys(lists);
    const turned = Object.fromEntries(names.map((name, at) => [name, lists[names.at(at - 1) ?? ''] ?? []]));
    expect(await bring(turned)).toBe('saved');
    for (const [name, paths] of some(turned)) expect(await entriesOf(name), name).toEqual(paths);
    expect(await playlists.names('anna')).toHaveLength(450);
  });

  it('may have names that only a NUL tells apart: the last of them counts', async () => {
    playlists = await startTestPlaylists();
    const [one = '', two = ''] = playlists.songs(2);
    expect(await bring({ 'a\0': [one], a: [two], b: [] })).toBe('saved');
    expect(await playlists.names('anna')).toEqual(['a', 'b']);
    expect(await entriesOf('a')).toEqual([two]);
  });

  it('are kept for those who still read what they replace', async () => {
    playlists = await startTestPlaylists();
    const songs = playlists.songs(3);
    await bring({ one: songs, two: songs });
    const before = await playlists.state.query.selectFrom('playlist_contents').select('id').execute();
    await bring({ one: [], two: songs.slice(1) });
    await playlists.feature.tidy();
    const after = await playlists.state.query.selectFrom('playlist_contents').select('id').execute();
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  });
});
