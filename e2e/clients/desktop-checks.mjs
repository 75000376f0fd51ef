// What both desktop apps are asked: whether all that the server has came to them, and that a song plays.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { same, until } from './checks.mjs';

const { TONEARM_ADDRESS: address, TONEARM_USER: username, TONEARM_SECRET: secret } = process.env;

const ask = async (call, parameters) => {
  const signed = { u: username, t: createHash('md5').update(`${secret}x`).digest('hex'), s: 'x' };
  const query = new URLSearchParams({ ...signed, c: 'driver', v: '1.16.1', f: 'json', ...parameters });
  return (await (await fetch(new URL(`rest/${call}?${query}`, address))).json())['subsonic-response'];
};

/** All songs, asked as another app would. */
export const songsOfServer = async () => {
  const parameters = { query: '', songCount: 500, albumCount: 0, artistCount: 0 };
  return (await ask('search3', parameters)).searchResult3.song;
};

/** The rows of an app's own database; none as long as it is not there or is being written. */
export const rowsOf = (file, statement) => {
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(statement).all();
  } catch (error) {
    if (/locked|no such table/u.test(error.message)) return [];
    throw error;
  } finally {
    database.close();
  }
};

/** Holds what an app keeps of songs against what the server has: `{id, title, artist, album, track, disc, year}` each. */
export const sameSongs = (kept, songs) => {
  const sorted = (list) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const told = songs.map(({ id, title, artist, album, track = -1, discNumber = -1, year = -1 }) => {
    return { id, title, artist, album, track, disc: discNumber, year };
  });
  same(sorted(kept), sorted(told));
  return `${kept.length} songs, title, artist, album, track, disc and year of each`;
};

/** Every answer that was sound has to be of the type of its song, and one to have brought all of it. */
export const soundOf = async (asked, song) => {
  const streams = () =>
    asked.filter(({ call, id, bytes }) => call.startsWith('stream') && id === song.id && bytes > 0);
  await until('all of the stream', () => streams().some(({ bytes }) => bytes === song.size));
  same([...new Set(streams().map(({ status, type }) => `${status} ${type}`))], [`200 ${song.contentType}`]);
  return `${song.size} bytes of ${song.contentType}`;
};

/** Every answer but sound and pictures has to be 200 and of one type. */
export const answersOf = (asked, type) => {
  const words = asked.filter(({ call }) => !/^(?:stream|getCoverArt)/u.test(call));
  same([...new Set(words.map((one) => `${one.status} ${one.type}`))], [`200 ${type}`]);
  const counts = Map.groupBy(words, ({ call }) => call.replace('.view', ''));
  return [...counts].map(([call, all]) => `${call} ${all.length}`).join(', ');
};
