// Strawberry: a desktop app that keeps the whole catalogue. It asks for JSON with salted tokens.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, end, same, until } from './checks.mjs';
import { answersOf, rowsOf, sameSongs, songsOfServer, soundOf } from './desktop-checks.mjs';
import { startBetween, startOnScreen } from './screen.mjs';

const { HOME: home, TONEARM_ADDRESS: address, TONEARM_USER: username, TONEARM_SECRET: secret } = process.env;
const songs = await songsOfServer();
const between = await startBetween(address);
const settings = join(home, '.config', 'strawberry');
mkdirSync(settings, { recursive: true });
writeFileSync(
  join(settings, 'strawberry.conf'),
  `[MainWindow]
do_not_show_sponsor_message=true

[Subsonic]
enabled=true
url=${between.address}
username=${username}
password="@ByteArray(${Buffer.from(secret).toString('base64')})"
authmethod=1
downloadalbumcovers=true
`,
);
const database = join(home, '.local', 'share', 'strawberry', 'strawberry', 'strawberry.db');
const keptSongs = () =>
  rowsOf(
    database,
    'SELECT song_id AS id, title, artist, album, track, disc, year, art_automatic FROM subsonic_songs',
  );
const app = await startOnScreen('strawberry');
try {
  await check('catalogue', async () => {
    app.press('push button', 'Refresh catalogue');
    const kept = await until('the whole catalogue', () => {
      const rows = keptSongs();
      return rows.length >= songs.length && rows;
    });
    return sameSongs(
      kept.map(({ art_automatic: _, ...song }) => song),
      songs,
    );
  });
  await check('what was asked', () => answersOf(between.asked, 'application/json; charset=utf-8'));
  await check('covers', () => {
    const withCover = songs.filter(({ coverArt }) => coverArt !== undefined).map(({ id }) => id);
    const kept = keptSongs().filter((row) => row.art_automatic !== '' && row.art_automatic !== null);
    same(kept.map(({ id }) => id).toSorted(), withCover.toSorted());
    const files = new Set(kept.map((row) => new URL(row.art_automatic).pathname));
    for (const file of files) same(readFileSync(file).subarray(0, 3).toString('hex'), 'ffd8ff');
    return `${files.size} pictures for ${kept.length} songs`;
  });
  await check('stream', async () => {
    const song = songs.find(({ title }) => title === 'Picnic 1');
    app.run('--load', `subsonic:${song.id}`);
    app.run('--play-track', '0');
    return soundOf(between.asked, song);
  });
} finally {
  await app.close();
  between.close();
}
end();
