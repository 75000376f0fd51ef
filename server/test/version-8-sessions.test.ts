import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhoneApp, createWebClient } from './version-8-callers.ts';
import {
  readAlbum,
  readAlbumHeader,
  readArtist,
  readArtistHeader,
  readBrowserEntry,
  readEach,
  readGenre,
  readGenreHeader,
  readPlaylist,
  readPlaylistHeader,
  readSongBatch,
  readSongList,
} from './version-8-readers.ts';
import { manySongs, startVersion8Server } from './version-8-server.ts';

/*
 * Whole sessions of the family's clients of version 8, from an empty server on: addresses, headers and bodies as they send
 * them, in their order, and answers read as strictly as they read them.
 */

let server: Awaited<ReturnType<typeof startVersion8Server>>;
beforeAll(async () => {
  server = await startVersion8Server();
}, 120_000);
afterAll(() => server[Symbol.asyncDispose]());

const address = (path: string): URL => server.address(path);
const separator = '\f';
const part = encodeURIComponent;

describe('the web client of the family', () => {
  const web = createWebClient(address);

  it('sets a fresh server up', async () => {
    expect(await (await web.request('/initial_setup')).json()).toEqual({ has_any_users: false });
    expect(await (await web.request('/mount_dirs')).json()).toEqual([]);
    const dirs = [{ name: 'Test', source: server.music }];
    expect((await web.send('PUT', '/mount_dirs', dirs)).status).toBe(200);
    expect(await (await web.request('/mount_dirs')).json()).toEqual(dirs);
    const account = { name: 'testUser', password: 'testPassword', admin: true };
    await web.send('POST', '/user', account);
    expect(await (await web.request('/initial_setup')).json()).toEqual({ has_any_users: true });
    const login = { username: account.name, password: account.password };
    const authorization = (await (await web.send('POST', '/auth', login)).json()) as Record<string, unknown>;
    expect(authorization).toMatchObject({ username: 'testUser', is_admin: true });
    web.token = String(authorization['token']);
    await server.untilScanned(web.token);
  });

  it('browses the only source at once, and asks for what is in folders', async () => {
    const top = await web.read('/browse/', readEach(readBrowserEntry));
    expect(top.map(({ path }) => path)).toContain('Test/Khemmis');
    const album = await web.read(`/browse/${part('Test/Khemmis/Hunted')}`, readEach(readBrowserEntry));
    expect(album.map(({ isDirectory }) => isDirectory)).toEqual([false, false, false, false, false]);
    const paths = [...new Set(album.map(({ path }) => path))];
    const batch = readSongBatch(await (await web.send('POST', '/songs', { paths })).json());
    expect([batch.songs.length, batch.notFound]).toEqual([5, []]);
    expect((await web.read(`/flatten/${part('Test/Khemmis')}`, readSongList)).paths).toEqual(paths);
  });

  it('queues everything: a list of all, then details of the rest in batches, all at once', async () => {
    const { paths, firstSongs } = await web.read('/flatten/', readSongList);
    expect(paths).toHaveLength(manySongs + 16);
    const rest = paths.slice(firstSongs.length);
    const batches = [rest.slice(0, 2_000), ['Test/gone.mp3']];
    const answers = await Promise.all(batches.map((some) => web.send('POST', '/songs', { paths: some })));
    const [known, gone] = await Promise.all(
      answers.map(async (answer) => readSongBatch(await answer.json())),
    );
    expect(known?.songs.map(({ path }) => path)).toEqual(rest);
    expect(gone).toEqual({ songs: [], notFound: ['Test/gone.mp3'] });
  });

  it('opens every album that it lists, by the artists and the name that it was told', async () => {
    const all = await web.read('/albums', readEach(readAlbumHeader));
    expect(all.map(({ name }) => name)).toEqual(['50%20off? #1', 'Hunted', 'Picnic', 'Sampler', 'Takes']);
    const seed = Math.floor(0.999_999 * Number.MAX_SAFE_INTEGER);
    const random = await web.read(
      `/albums/random?seed=${seed}&offset=0&count=100`,
      readEach(readAlbumHeader),
    );
    expect(random.map(({ name }) => name).toSorted()).toEqual(all.map(({ name }) => name).toSorted());
    expect(
      await web.read(`/albums/random?seed=${seed}&offset=5&count=100`, readEach(readAlbumHeader)),
    ).toEqual([]);
    expect(await web.read('/albums/recent?offset=0&count=100', readEach(readAlbumHeader))).toHaveLength(5);
    for (const { name, mainArtists } of random) {
      const album = await web.read(`/album/${part(name)}/by/${part(mainArtists.join(separator))}`, readAlbum);
      expect([album.name, album.mainArtists]).toEqual([name, mainArtists]);
      expect(album.songs.length).toBeGreaterThan(0);
    }
  });

  it('opens every artist and genre that it lists, and shows counts by the names of genres', async () => {
    const artists = await web.read('/artists', readEach(readArtistHeader));
    const names = ['AC/DC', 'Anna', 'Bela', 'Cleo', 'Khemmis', 'Many', 'Öl & Co', 'Tobokegao'];
    expect(artists.map(({ name }) => name)).toEqual(names);
    for (const { name } of artists) {
      const artist = await web.read(`/artist/${part(name)}`, readArtist);
      expect(artist.name).toBe(name);
      for (const { contributions } of artist.albums) expect(contributions.length).toBeGreaterThan(0);
    }
    const genres = await web.read('/genres', readEach(readGenreHeader));
    expect(genres.length).toBeGreaterThan(2);
    for (const { name } of genres) {
      const genre = await web.read(`/genre/${part(name)}`, readGenre);
      for (const { songsByGenre } of genre.mainArtists) expect(songsByGenre[name]).toBeGreaterThan(0);
      for (const related of Object.keys(genre.related)) expect(genres).toContainEqual({ name: related });
      expect(
        (await web.read(`/genre/${part(name)}/albums`, readEach(readAlbumHeader))).length,
      ).toBeGreaterThan(0);
      expect(
        (await web.read(`/genre/${part(name)}/artists`, readEach(readArtistHeader))).length,
      ).toBeGreaterThan(0);
      expect((await web.read(`/genre/${part(name)}/songs`, readSongList)).paths.length).toBeGreaterThan(0);
    }
  });

  it('searches at every key, and shows an error for what is no query yet', async () => {
    const typed = 'artist % "khem" && (year >= 2000 || genre = Pop) !! sampler';
    const seen: string[] = [];
    for (let end = 1; end <= typed.length; end += 1) {
      const response = await web.request(`/search/${part(typed.slice(0, end))}`);
      seen.push(String(response.status));
      if (response.status === 200) readSongList(await response.json());
      else await expect(response.json()).rejects.toThrow(SyntaxError);
    }
    expect(new Set(seen)).toEqual(new Set(['200', '400']));
    expect((await web.read(`/search/${part(typed)}`, readSongList)).paths).toHaveLength(5);
    expect((await web.request('/search/')).status).toBe(404);
  });

  // It takes whatever is JSON for what it asked for: an error has to be none.
  it.each([
    ['an artist', `/artist/${part('Nobody')}`],
    ['an album', `/album/None/by/${part('Khemmis')}`],
    ['a genre', '/genre/None'],
    ['songs of a genre', '/genre/None/songs'],
    ['a folder', `/browse/${part('Test/none')}`],
    ['a folder with all below', `/flatten/${part('Test/none')}`],
    ['a playlist', '/playlist/None'],
    ['a page of albums', '/albums/random?seed=none'],
    ['a query', '/search/%22'],
  ])('shows an error in place of %s that is not there', async (_what, path) => {
    const response = await web.request(path);
    expect([400, 404]).toContain(response.status);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it('logs out where its token is no longer good', async () => {
    const kept = web.token;
    web.token = 'stale';
    await expect(web.request('/settings').finally(() => (web.token = kept))).rejects.toThrow('it logs out');
  });

  it('shows pictures, draws peaks and plays, by addresses with its token in them', async () => {
    const songs = (await web.read(`/search/${part('album = Hunted || album = Picnic')}`, readSongList))
      .firstSongs;
    expect(songs).toHaveLength(12);
    for (const { artwork } of songs) {
      for (const size of ['tiny', 'small', 'large', 'native']) {
        const query = `size=${size}&pad=false&auth_token=${web.token}`;
        const picture = await fetch(address(`/thumbnail/${part(artwork ?? '')}?${query}`));
        expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      }
    }
    const path = songs[0]?.path ?? '';
    const sound = await fetch(address(`/audio/${part(path)}?auth_token=${web.token}`), {
      headers: { range: 'bytes=0-' },
    });
    expect([sound.status, sound.headers.get('accept-ranges')]).toEqual([206, 'bytes']);
    expect((await sound.arrayBuffer()).byteLength).toBe(Number(sound.headers.get('content-length')));
    const peaks = await web.request(`/peaks/${part(path)}`);
    if (peaks.status === 200) expect(peaks.headers.get('content-type')).toBe('application/octet-stream');
    else expect(peaks.status).toBe(404);
  });

  it('administers: settings by one field at a time, sources with a row that is not filled in, users', async () => {
    const pattern = String(Math.random());
    await web.send('PUT', '/settings', { album_art_pattern: pattern });
    await web.send('PUT', '/settings', { ddns_update_url: 'http://127.0.0.1:9/update?token=x' });
    expect(await (await web.request('/settings')).json()).toMatchObject({
      album_art_pattern: pattern,
      ddns_update_url: 'http://127.0.0.1:9/update?token=x',
    });
    const dirs = [
      { name: 'Test', source: server.music },
      { name: String(Math.random()), source: String(Math.random()) },
    ];
    const withDraft = [...dirs, { name: '', source: '' }];
    await web.send('PUT', '/mount_dirs', withDraft);
    expect(await (await web.request('/mount_dirs')).json()).toEqual(withDraft);
    await web.send('PUT', '/mount_dirs', dirs.slice(0, 1));
    expect(await (await web.request('/mount_dirs')).json()).toEqual(dirs.slice(0, 1));
    const name = String(Math.random());
    await web.send('POST', '/user', { name, password: 'x', admin: false });
    expect(await (await web.request('/users')).json()).toEqual([
      { name: 'testUser', is_admin: true },
      { name, is_admin: false },
    ]);
    expect((await web.send('PUT', `/user/${name}`, { new_is_admin: true })).status).toBe(200);
    expect((await web.send('PUT', `/user/${name}`, { new_password: 'y' })).status).toBe(200);
    await web.send('DELETE', `/user/${name}`);
    expect(await (await web.request('/users')).json()).toHaveLength(1);
    await web.send('POST', '/trigger_index');
    await server.untilScanned(web.token ?? '');
  });

  it('saves, opens and deletes a playlist of any name, an empty one too', async () => {
    const { paths } = await web.read(`/search/${part('album = Takes')}`, readSongList);
    for (const [name, tracks] of [
      ['a/b ?#%', paths],
      ['Nothing', []],
    ] as const) {
      expect((await web.send('PUT', `/playlist/${part(name)}`, { tracks })).status).toBe(200);
      const opened = await web.read(`/playlist/${part(name)}`, readPlaylist);
      expect(opened.songs.paths).toEqual(tracks);
      expect(opened.songsByGenre).toEqual(tracks.length === 0 ? {} : { Pop: manySongs });
    }
    const listed = await web.read('/playlists', readEach(readPlaylistHeader));
    expect(listed.map(({ name }) => name)).toEqual(['a/b ?#%', 'Nothing']);
    for (const { name } of listed)
      expect((await web.send('DELETE', `/playlist/${part(name)}`)).status).toBe(200);
    expect(await web.read('/playlists', readEach(readPlaylistHeader))).toEqual([]);
  });
});

describe('the phone app of the family', () => {
  const phone = createPhoneApp(address);

  it('connects, signs in and tries its token', async () => {
    expect(await (await phone.call('GET', '/version/')).json()).toMatchObject({ major: 8, minor: 1 });
    const login = { username: 'testUser', password: 'testPassword' };
    const authorization = (await (await phone.call('POST', '/auth/', login)).json()) as Record<
      string,
      unknown
    >;
    expect(authorization).toMatchObject({ username: 'testUser', is_admin: true });
    phone.token = String(authorization['token']);
    await server.untilScanned(phone.token);
    expect((await phone.read('/browse/', readEach(readBrowserEntry))).length).toBeGreaterThan(3);
  });

  it('walks through the collection and asks for details by the thousand', async () => {
    const { paths } = await phone.read('/flatten/', readSongList);
    for (let at = 0; at < paths.length; at += 1_000) {
      const some = paths.slice(at, at + 1_000);
      const batch = readSongBatch(await (await phone.call('POST', '/songs/', { paths: some })).json());
      expect(batch.songs.map(({ path }) => path)).toEqual(some);
    }
  });

  it('shows albums page by page, opens them, and those that songs name', async () => {
    const seen = new Set<string>();
    for (let offset = 0; ; offset = seen.size) {
      const random = `/albums/random?seed=4294967295&offset=${offset}`;
      const albums = await phone.read(random, readEach(readAlbumHeader));
      for (const { name } of albums) seen.add(name);
      if (albums.length === 0) break;
    }
    expect(seen.size).toBe(5);
    const { firstSongs } = await phone.read(`/search/${part('guest')}`, readSongList);
    const [song] = firstSongs;
    const by = part((song?.album_artists ?? song?.artists ?? []).join(separator));
    expect((await phone.read(`/album/${part(song?.album ?? '')}/by/${by}`, readAlbum)).name).toBe('Sampler');
    expect(await phone.read('/albums/recent?offset=0', readEach(readAlbumHeader))).toHaveLength(5);
  });

  it('keeps playlists, and reads the list again after each change', async () => {
    const { paths } = await phone.read(`/flatten/${part('Test/Khemmis')}`, readSongList);
    const tracks = [...paths, ...paths];
    await phone.call('PUT', '/playlist/Mine', { tracks });
    expect(await phone.read('/playlists/', readEach(readPlaylistHeader))).toMatchObject([
      { name: 'Mine', songsByGenre: { Metal: 10 } },
    ]);
    expect((await phone.read('/playlist/Mine', readPlaylist)).songs.paths).toEqual(tracks);
    await phone.call('DELETE', '/playlist/Mine');
    expect(await phone.read('/playlists/', readEach(readPlaylistHeader))).toEqual([]);
    await expect(phone.read('/playlist/Mine', readPlaylist)).rejects.toThrow('failed with 404');
  });

  it('keeps whole songs and pictures, by addresses without its header', async () => {
    const { firstSongs } = await phone.read(`/flatten/${part('Test/Khemmis')}`, readSongList);
    const [song] = firstSongs;
    const sound = await fetch(address(`/audio/${part(song?.path ?? '')}?auth_token=${phone.token}`));
    expect([sound.status, sound.headers.get('content-encoding')]).toEqual([200, null]);
    expect((await sound.arrayBuffer()).byteLength).toBe(Number(sound.headers.get('content-length')));
    for (const size of ['tiny', 'small']) {
      const query = `size=${size}&pad=false&auth_token=${phone.token}`;
      const picture = await fetch(address(`/thumbnail/${part(song?.artwork ?? '')}?${query}`));
      expect([size, picture.status]).toEqual([size, 200]);
    }
  });
});
