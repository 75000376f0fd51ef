// Clementine: a desktop app that many still have. It asks for XML as of version 1.8.0, with the password in hexadecimal digits.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, end, same, until } from './checks.mjs';
import { answersOf, rowsOf, sameSongs, songsOfServer, soundOf } from './desktop-checks.mjs';
import { startBetween, startOnScreen } from './screen.mjs';

const { HOME: home, TONEARM_ADDRESS: address, TONEARM_USER: username, TONEARM_SECRET: secret } = process.env;
const songs = await songsOfServer();
const between = await startBetween(address);
const settings = join(home, '.config', 'Clementine');
mkdirSync(settings, { recursive: true });
// The fifth tab has the services of the network.
writeFileSync(
  join(settings, 'Clementine.conf'),
  `[MainWindow]
current_tab=4

[Subsonic]
server=${between.address.replace(/\/$/u, '')}
username=${username}
password=${secret}
usesslv3=false
`,
);
const database = join(settings, 'clementine.db');
const keptSongs = () =>
  rowsOf(
    database,
    'SELECT CAST(filename AS TEXT) AS filename, title, artist, album, track, disc, year, length AS nanoseconds FROM subsonic_songs',
  ).map(({ filename, ...song }) => ({ id: filename.replace('subsonic://?id=', ''), ...song }));
const app = await startOnScreen('clementine');
try {
  await check('sign in', async () => {
    const ping = await until('a ping', () =>
      between.asked.find(({ call, bytes }) => call === 'ping.view' && bytes > 0),
    );
    return same([ping.c, ping.v, ping.f, ping.status], ['Clementine', '1.8.0', null, 200]);
  });
  await check('catalogue', async () => {
    app.double('table cell', 'Subsonic');
    const kept = await until('the whole catalogue', () => {
      const rows = keptSongs();
      return rows.length >= songs.length && rows;
    });
    const lengths = (list) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ seconds }) => seconds);
    same(
      lengths(kept.map(({ id, nanoseconds }) => ({ id, seconds: nanoseconds / 1e9 }))),
      lengths(songs.map(({ id, duration }) => ({ id, seconds: duration }))),
    );
    return sameSongs(
      kept.map(({ nanoseconds: _, ...song }) => song),
      songs,
    );
  });
  await check('what was asked', () => answersOf(between.asked, 'text/xml; charset=utf-8'));
  await check('stream', async () => {
    const song = songs.find(({ title }) => title === 'Picnic 1');
    app.double('table cell', song.title);
    app.press('push button', 'Play');
    return soundOf(between.asked, song);
  });
  await check('covers', async () => {
    const cover = await until('a cover', () =>
      between.asked.find(({ call, bytes }) => call.startsWith('getCoverArt') && bytes > 0),
    );
    return `${cover.bytes} bytes of ${same(cover.type, 'image/jpeg')}`;
  });
} finally {
  await app.close();
  between.close();
}
end();
