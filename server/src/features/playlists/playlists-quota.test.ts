import { afterEach, describe, expect, it } from 'vitest';
import { as } from '../../../test/stored-files.ts';
import { startTestPlaylists, type TestPlaylists } from './test-playlists.ts';

let playlists: TestPlaylists;
afterEach(() => playlists.dispose());

const entriesOf = async (user: string, name: string): Promise<string[]> => {
  const url = `/api/playlist_entries/${name}`;
  return (await playlists.app.inject({ url, headers: as(user) })).json<string[]>();
};

const putCode = async (user: string, name: string, tracks: readonly string[]): Promise<string> => {
  const answer = await playlists.put(user, name, tracks);
  return answer.statusCode === 200 ? 'saved' : answer.json<{ code: string }>().code;
};

const loose = (): unknown =>
  playlists.state.raw
    .prepare('SELECT count(*) FROM playlist_contents WHERE id NOT IN (SELECT content_id FROM playlists)')
    .pluck()
    .get();

describe('the room for playlists', () => {
  it.each([
    ['short', 10],
    ['long', 20_000],
  ])('is counted in entries of all %s playlists of a user, and keeps what stands', async (_kind, size) => {
    playlists = await startTestPlaylists({ entries: 2 * size, bytes: 100_000_000 });
    const full = Array<string>(size).fill('a');
    expect(await putCode('anna', 'x', full)).toBe('saved');
    expect(await putCode('anna', 'y', full)).toBe('saved');
    expect(await putCode('anna', 'z', ['a'])).toBe('quota_exceeded');
    expect(await putCode('anna', 'y', [...full, 'a'])).toBe('quota_exceeded');
    expect(await entriesOf('anna', 'y')).toEqual(full);
    expect(await playlists.names('anna')).toEqual(['x', 'y']);
    expect(await putCode('ben', 'z', full)).toBe('saved');
    await playlists.remove('anna', 'x');
    expect(await putCode('anna', 'y', [...full, 'a'])).toBe('saved');
  });

  it('is counted in bytes', async () => {
    playlists = await startTestPlaylists({ entries: 1000, bytes: 100 });
    expect(await putCode('anna', 'x', ['x'.repeat(96)])).toBe('saved');
    expect(await putCode('anna', 'y', ['x'])).toBe('quota_exceeded');
    expect(await putCode('anna', 'x', ['\u00e9'.repeat(49)])).toBe('quota_exceeded');
    const answer = await playlists.put('anna', 'x', ['x'.repeat(97)]);
    expect(answer.json()).toMatchObject({ status: 413, title: 'Your playlists are full' });
    expect(await entriesOf('anna', 'x')).toEqual(['x'.repeat(96)]);
  });

  it('is never missing for what becomes smaller, though the limit was lowered', async () => {
    playlists = await startTestPlaylists({ entries: 5, bytes: 1000 });
    playlists.state.raw.exec(`
      INSERT INTO playlist_contents VALUES (1, 1, 0, 8, 800);
      INSERT INTO playlist_chunks VALUES (1, 0, '["a","a","a","a","a","a","a","a"]');
      INSERT INTO playlists VALUES (1, 1, 'old', 1, 0, randomblob(16), NULL, 0, 0)`);
    expect(await putCode('anna', 'old', Array<string>(9).fill('a'))).toBe('quota_exceeded');
    expect(await putCode('anna', 'old', Array<string>(8).fill('b'))).toBe('saved');
    expect(await entriesOf('anna', 'old')).toEqual(Array<string>(8).fill('b'));
    expect(await putCode('anna', 'old', Array<string>(7).fill('a'))).toBe('saved');
  });

  it('is not there for a new name that is longer than 1,024 bytes; one that stands can be saved again', async () => {
    playlists = await startTestPlaylists();
    playlists.state.raw.exec(`
      INSERT INTO playlist_contents VALUES (1, 0, 0, 0, 0);
      INSERT INTO playlists VALUES (1, 1, '${'o'.repeat(1025)}', 1, 0, randomblob(16), NULL, 0, 0)`);
    expect(await putCode('anna', 'n'.repeat(1025), ['a'])).toBe('invalid_request');
    expect(await putCode('anna', 'n'.repeat(1024), ['a'])).toBe('saved');
    expect(await putCode('anna', 'o'.repeat(1025), ['a'])).toBe('saved');
    expect(await putCode('ben', 'o'.repeat(1025), ['a'])).toBe('invalid_request');
  });

  it('is counted in playlists and their names', async () => {
    playlists = await startTestPlaylists();
    playlists.state.raw.exec(`
      INSERT INTO playlist_contents VALUES (1, 0, 0, 0, 0);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO playlists (user_id, name, content_id, updated_at_ms, public_id, is_public, created_at_ms)
        SELECT 1, 'p' || i, 1, 0, randomblob(16), 0, 0 FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      INSERT INTO playlists (user_id, name, content_id, updated_at_ms, public_id, is_public, created_at_ms)
        SELECT 2, printf('%01000d', i), 1, 0, randomblob(16), 0, 0 FROM n`);
    expect(await putCode('anna', 'new', [])).toBe('quota_exceeded');
    expect(await putCode('anna', 'p1', ['a'])).toBe('saved');
    expect(await putCode('ben', 'n'.repeat(1000), [])).toBe('saved');
    expect(await putCode('ben', 'n', [])).toBe('quota_exceeded');
  });

  it('is counted in names also where one gets another', async () => {
    playlists = await startTestPlaylists();
    playlists.state.raw.exec(`
      INSERT INTO playlist_contents VALUES (1, 0, 0, 0, 0);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      INSERT INTO playlists (user_id, name, content_id, updated_at_ms, public_id, is_public, created_at_ms)
        SELECT 2, printf('%01000d', i), 1, 0, randomblob(16), 0, 0 FROM n`);
    expect(await putCode('ben', 'short', [])).toBe('saved');
    const rename = async (from: string, to: string) => {
      const url = `/api/playlist_rename/${encodeURIComponent(from)}`;
      const payload = { new_name: to };
      const answer = await playlists.app.inject({ method: 'POST', url, headers: as('ben'), payload });
      return answer.statusCode === 200 ? 'renamed' : answer.json<{ code: string }>().code;
    };
    expect(await rename('short', 'é'.repeat(501))).toBe('quota_exceeded');
    expect(await rename('short', 'é'.repeat(500))).toBe('renamed');
    expect(await rename('é'.repeat(500), 'é'.repeat(500))).toBe('renamed');
    expect(await rename('é'.repeat(500), 'n'.repeat(1001))).toBe('quota_exceeded');
    expect(await rename('é'.repeat(500), 'n'.repeat(1025))).toBe('invalid_request');
    expect(await rename('é'.repeat(500), 'n'.repeat(1000))).toBe('renamed');
  });

  it('ends at a million entries of one playlist, and nothing is left of a refused one', async () => {
    playlists = await startTestPlaylists({ entries: 5_000_000, bytes: 100_000_000 });
    expect(await putCode('anna', 'x', ['a'])).toBe('saved');
    const million = Array<string>(1_000_000).fill('a');
    expect(await putCode('anna', 'x', [...million, 'a'])).toBe('body_too_large');
    await playlists.feature.tidy();
    expect([await entriesOf('anna', 'x'), loose()]).toEqual([['a'], 0]);
    expect(await putCode('anna', 'x', million)).toBe('saved');
  });

  it('is taken by few replaced playlists only', async () => {
    playlists = await startTestPlaylists();
    const long = Array<string>(10_000).fill('x'.repeat(4000));
    for (let save = 0; save < 3; save += 1) expect(await putCode('anna', 'x', long)).toBe('saved');
    await playlists.feature.tidy();
    // 40 MB each: the last one is kept for those who still read it.
    expect(loose()).toBe(1);
    expect((await entriesOf('anna', 'x')).length).toBe(10_000);
  });
});

it('leaves a playlist as it was when the end of the new one is damaged', async () => {
  playlists = await startTestPlaylists();
  await playlists.put('anna', 'x', ['old']);
  const good = JSON.stringify(Array<string>(40_000).fill('music/a.mp3'));
  for (const payload of [
    `{"tracks":${good}`,
    `{"tracks":${good.slice(0, -1)},""]}`,
    `{"tracks":${good},"tracks":[]}`,
    `{"tracks":${good},"z":[${'[],'.repeat(20_000)}1]}`,
  ]) {
    const headers = { ...as('anna'), 'content-type': 'application/json' };
    const url = playlists.urlOf('x');
    const answer = await playlists.app.inject({ method: 'PUT', url, headers, payload });
    expect([400, 413]).toContain(answer.statusCode);
    await playlists.feature.tidy();
    expect([await entriesOf('anna', 'x'), loose()]).toEqual([['old'], 0]);
  }
});
