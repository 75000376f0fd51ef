import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MusicSong } from '../src/library/read/music/music-reading.ts';
import { openReading } from '../src/library/read/open-reading.ts';
import { scanMusic } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Folders of songs without an album, with whatever such songs may have in common or not. */
const folders = {
  byOne: 'One',
  byGuests: 'Guests',
  byTwo: 'Two',
  byNobody: 'Nobody',
  partlyByNobody: 'Partly',
  pictured: 'Pictured',
  laterPictured: 'Later pictured',
  beside: 'Beside a picture',
} as const;

let server: WholeServer;
beforeAll(async () => {
  server = await startWholeServer();
  await library()
    .song(`${folders.byOne}/10.mp3`, { artist: 'Anna', year: 2001, seconds: 2 })
    .song(`${folders.byOne}/9.mp3`, { artist: 'Anna', year: 2016 })
    .song(`${folders.byGuests}/1.mp3`, { artists: ['Anna', 'Ben'] })
    .song(`${folders.byGuests}/2.mp3`, { artists: ['Anna', 'Zoe'] })
    .song(`${folders.byTwo}/1.mp3`, { artist: 'Anna' })
    .song(`${folders.byTwo}/2.mp3`, { artist: 'Ben', seconds: 3 })
    .song(`${folders.byNobody}/1.mp3`)
    .song(`${folders.partlyByNobody}/1.mp3`, { artist: 'Anna' })
    .song(`${folders.partlyByNobody}/2.mp3`)
    .song(`${folders.pictured}/1.mp3`, { artist: 'Zoe', embedded: true })
    .song(`${folders.laterPictured}/1.mp3`, { artist: 'Zoe' })
    .song(`${folders.laterPictured}/2.mp3`, { artist: 'Zoe' })
    .song(`${folders.laterPictured}/3.mp3`, { artist: 'Zoe', embedded: true })
    .song(`${folders.laterPictured}/4.mp3`, { artist: 'Zoe', embedded: true })
    .song(`${folders.beside}/1.mp3`, { artist: 'Zoe' })
    .song(`${folders.beside}/2.mp3`, { artist: 'Zoe', embedded: true })
    .picture(`${folders.beside}/Folder.jpg`)
    // An album in the same folder takes no part.
    .song(`${folders.byOne}/8.mp3`, { artist: 'Cleo', album: 'Another', year: 2020, embedded: true })
    .writeTo(join(server.folder, 'music'));
  await server.createUser('root');
  await scanMusic(server, 17);
});
afterAll(() => server[Symbol.asyncDispose]());

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** What such an album is, said plainly of all of its songs. */
const modelOf = (songs: readonly MusicSong[]) => {
  const leads = songs.map(({ credits }) => credits.find(({ role }) => role === 'artist')?.id);
  const isByOne = leads[0] !== undefined && new Set(leads).size === 1;
  const year = Math.max(0, ...songs.map((song) => song.year ?? 0));
  return {
    songCount: songs.length,
    artists: isByOne
      ? (songs[0]?.credits ?? [])
          .filter(({ role }) => role === 'artist')
          .map(({ id, name }) => ({ id, name }))
      : [],
    year: year === 0 ? null : year,
    durationMs: sum(songs.map((song) => song.durationMs ?? 0)),
    sizeBytes: sum(songs.map((song) => song.sizeBytes)),
    addedAt: Math.max(...songs.map((song) => song.addedAt)),
    artwork: songs.find(({ artwork }) => artwork !== null)?.artwork ?? null,
  };
};

it('an album of loose songs is what its songs come to', async () => {
  const { reading, close } = openReading(join(server.folder, 'data'));
  using _closing = { [Symbol.dispose]: close };
  const { apps } = reading;
  const { entries } = await apps.albums({ by: 'name' }, { source: null, offset: 0, limit: 100 });
  const loose = entries.filter(({ title }) => Object.values<string>(folders).includes(title));
  expect(loose.map(({ title }) => title).sort()).toEqual(Object.values(folders).sort());
  const artists = new Map<string, string>();
  for (const header of loose) {
    const songs = await apps.looseSongs(header.id);
    expect(header).toMatchObject({ title: header.title, ...modelOf(songs) });
    artists.set(header.title, header.artistText);
  }
  expect(Object.fromEntries(artists)).toEqual({
    ...{ [folders.byOne]: 'Anna', [folders.byGuests]: 'Anna, Ben', [folders.byTwo]: '' },
    ...{ [folders.byNobody]: '', [folders.partlyByNobody]: '' },
    ...{ [folders.pictured]: 'Zoe', [folders.laterPictured]: 'Zoe', [folders.beside]: 'Zoe' },
  });
});
