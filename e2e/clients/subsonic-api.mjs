// subsonic-api: a library in TypeScript, by GET and by POST, with passwords and with keys.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, end, same } from './checks.mjs';

const { TONEARM_ADDRESS: url, TONEARM_USER: username, TONEARM_SECRET: secret } = process.env;
const found = createRequire(join(process.env.TONEARM_CLIENTS, 'x.js')).resolve('subsonic-api');
const { default: SubsonicAPI } = await import(pathToFileURL(found).href);

const base = url.replace(/\/$/, '');
const connect = (more = {}) => new SubsonicAPI({ url: base, auth: { username, password: secret }, ...more });

const ways = {
  'GET with tokens': connect(),
  'GET with one salt for ever': connect({ salt: 'constant' }),
  'POST with tokens': connect({ post: true }),
  'POST with a key': connect({ post: true, auth: { apiKey: secret } }),
};
for (const [name, api] of Object.entries(ways))
  await check(`connect by ${name}`, async () => same((await api.ping()).status, 'ok'));
await check('a wrong password', async () => {
  const answer = await connect({ auth: { username, password: 'wrong' } }).ping();
  return `${same(answer.error.code, 40)}, ${answer.error.message}`;
});

for (const [name, api] of Object.entries(ways).slice(0, 3)) {
  const all = await api.search3({ query: '', songCount: 500, albumCount: 0, artistCount: 0 });
  const songs = all.searchResult3.song;
  const [song, other] = songs;
  await check(`${name}: browse`, async () => {
    const { artists } = await api.getArtists();
    const { albumList2 } = await api.getAlbumList2({ type: 'alphabeticalByName', size: 500 });
    const ids = new Set();
    for (const { id } of albumList2.album)
      for (const one of (await api.getAlbum({ id })).album.song) ids.add(one.id);
    same(ids.size, songs.length);
    return `${artists.index.length} letters, ${albumList2.album.length} albums, ${ids.size} songs`;
  });
  await check(`${name}: stream`, async () => {
    const answer = await api.stream({ id: song.id, format: 'raw' });
    const bytes = (await answer.arrayBuffer()).byteLength;
    return `${same(bytes, song.size)} bytes of ${answer.headers.get('content-type')}`;
  });
  await check(`${name}: picture`, async () => {
    const answer = await api.getCoverArt({ id: songs.find(({ coverArt }) => coverArt).coverArt, size: 200 });
    return `${(await answer.arrayBuffer()).byteLength} bytes of ${same(answer.headers.get('content-type'), 'image/jpeg')}`;
  });
  await check(`${name}: star`, async () => {
    await api.star({ id: song.id });
    same(
      (await api.getStarred2()).starred2.song.map(({ id }) => id),
      [song.id],
    );
    await api.unstar({ id: song.id });
    return same((await api.getStarred2()).starred2.song, []).length;
  });
  await check(`${name}: queue`, async () => {
    await api.savePlayQueue({ id: [song.id, other.id], current: song.id, position: 12 });
    return same(
      (await api.getPlayQueue()).playQueue.entry.map(({ id }) => id),
      [song.id, other.id],
    ).length;
  });
  await check(`${name}: playlists`, async () => {
    const { playlist } = await api.createPlaylist({ name: 'From JavaScript', songId: [song.id, other.id] });
    await api.updatePlaylist({ playlistId: playlist.id, songIndexToRemove: 0 });
    same(
      (await api.getPlaylist({ id: playlist.id })).playlist.entry.map(({ id }) => id),
      [other.id],
    );
    await api.deletePlaylist({ id: playlist.id });
    const { playlists } = await api.getPlaylists();
    return same(
      playlists.playlist.filter(({ id }) => id === playlist.id),
      [],
    ).length;
  });
}
end();
