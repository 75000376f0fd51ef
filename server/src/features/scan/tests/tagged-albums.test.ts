import { type TaggedAlbum, type TempFolder, tempFolder, writeTaggedAlbums } from '@tonearm/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmbeddedReading } from '../../../library/read/embedded-reading.ts';
import type { MusicSong, SongCredit } from '../../../library/read/music/music-reading.ts';
import { createTestScanner, type TestScanner } from './test-scan.ts';

/** How many albums of each kind; `npm run trust -- taggers` asks for more. */
const rounds = Number(process.env['TAGGED_ROUNDS'] ?? 1);

let folder: TempFolder;
let test: TestScanner;
let albums: readonly TaggedAlbum[];

beforeAll(async () => {
  folder = await tempFolder();
  albums = writeTaggedAlbums(folder.join('music'), rounds);
  test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'M', realPath: folder.join('music') }];
  await test.scan();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const reading = () => createEmbeddedReading({ raw: test.library }).music;
const everything = { offset: 0, limit: 100_000 };

const namesOf = (credits: readonly SongCredit[], role: SongCredit['role']): string[] =>
  credits.filter((credit) => credit.role === role).map(({ name }) => name);

const asTagged = (song: MusicSong | undefined) =>
  song && {
    ...{
      path: song.path,
      title: song.title,
      track: song.trackNumber,
      disc: song.discNumber,
      year: song.year,
    },
    artists: namesOf(song.credits, 'artist'),
    composers: namesOf(song.credits, 'composer'),
    genres: song.genres.map(({ name }) => name),
    work: song.work && { name: song.work, movement: song.movementName, number: song.movementNumber },
  };

it('albums are those that were tagged, with their artists, years, discs and kinds', async () => {
  const { entries } = await reading().albums({ ...everything, order: 'title' });
  const shown = entries.map((album) => ({
    ...{ title: album.title, artist: album.artistText, year: album.year },
    ...{ songs: album.songCount, discs: album.discCount, isCompilation: album.kind === 'compilation' },
  }));
  const tagged = albums.map(({ title, artist, year, songs, discCount, isCompilation }) => ({
    ...{ title, artist, year, songs: songs.length, discs: discCount, isCompilation },
  }));
  const byTitle = (a: { title: string }, b: { title: string }): number => (a.title < b.title ? -1 : 1);
  expect(shown.toSorted(byTitle)).toEqual(tagged.toSorted(byTitle));
});

it('albums hold the songs that were tagged, in their order, with people, genres, works and movements', async () => {
  const { entries } = await reading().albums({ ...everything, order: 'title' });
  const ids = new Map(entries.map(({ title, id }) => [title, id]));
  for (const { title, manner, songs } of albums) {
    const album = await reading().album(ids.get(title) ?? '');
    const shown = album?.songs.map(asTagged) ?? [];
    const tagged = songs.map((song) => ({
      ...{ path: `M/${song.path}`, title: song.title, track: song.track, year: song.year },
      ...{ disc: manner.hasDiscs ? song.disc : null, artists: song.artists, genres: song.genres },
      ...{ composers: song.composer === null ? [] : [song.composer], work: song.work },
    }));
    expect(shown).toEqual(tagged);
  }
});

it('artists are each once, whoever tagged them, with all of their songs and albums', async () => {
  const { entries } = await reading().artists(everything);
  const names = albums.flatMap(({ songs }) =>
    songs.flatMap(({ artists, composer }) => [...artists, ...(composer === null ? [] : [composer])]),
  );
  expect(entries.map(({ name }) => name).toSorted()).toEqual([...new Set(names)].toSorted());
  for (const { name, albumCount, guestAlbumCount } of entries) {
    const of = albums.filter(({ artist }) => artist === name);
    const on = albums.filter(
      ({ artist, songs }) => artist !== name && songs.some(({ artists }) => artists.includes(name)),
    );
    expect([name, albumCount, guestAlbumCount]).toEqual([name, of.length, on.length]);
  }
});
