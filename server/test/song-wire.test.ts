import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wiredFields } from '@tonearm/contract/song-fields';
import { library, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createCollectionRoutes } from '../src/features/collection/collection-routes.ts';
import { createTestApp, signedIn } from '../src/features/collection/test-app.ts';
import { createTestScanner } from '../src/features/scan/tests/test-scan.ts';
import { createEmbeddedReading } from '../src/library/read/embedded-reading.ts';

/** Every field of a song, and what is hard to write as JSON. */
const everything = {
  title: 'Über "den" \\ Wolken 夜',
  artists: ['Anna', 'B"; C', 'x","y'],
  albumArtists: ['Various', 'É\\'],
  album: 'Picnic; "two"',
  date: '2016-05-01',
  track: 7,
  trackTotal: 10,
  disc: 2,
  discTotal: 3,
  genres: ['Jazz', 'Shoegaze'],
  composers: ['Bo', 'Jo'],
  lyricists: ['Cy'],
  labels: ['Düne', 'Harbor, Street'],
};

const formats = ['mp3', 'flac', 'ogg', 'opus', 'm4a', 'wav', 'aiff', 'aac', 'wv', 'ape', 'mpc'] as const;

it('is byte for byte what clients of version 7 know, whatever fields have come since', async () => {
  await using folder = await tempFolder();
  let music = library();
  for (const format of formats) music = music.song(`all/song.${format}`, everything);
  await music
    .song('some/v22.mp3', { ...everything, tagStyle: 'id3v2.2' })
    .song('some/v23.mp3', { ...everything, tagStyle: 'id3v2.3' })
    .song('some/v1.mp3', { title: 'One', artist: 'Anna', year: 1980, track: 3, tagStyle: 'id3v1' })
    .song('some/info.wav', { title: 'T', artist: 'A', year: 1999, tagStyle: 'riff-info' })
    .song('some/picture.mp3', { title: 'P', embedded: true })
    .song('some/untagged.flac', { untagged: true })
    .writeTo(folder.join('music'));
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  const { lists } = createEmbeddedReading({ raw: test.library });
  const app = await createTestApp(createCollectionRoutes(lists));
  const answer = await app.inject({ url: '/api/flatten/Music', headers: signedIn });
  const lines = answer.body.replaceAll('{"path"', '\n{"path"');
  const golden = readFileSync(join(import.meta.dirname, 'song-wire.golden.txt'), 'utf8').trimEnd();
  const later = wiredFields.filter(({ wire }) => !golden.includes(`"${wire}":`));
  const without = (text: string, { wire }: { wire: string }) =>
    text.replaceAll(new RegExp(`,"${wire}":("(?:[^"\\\\]|\\\\.)*"|\\d+|null)`, 'g'), '');
  expect(later.reduce(without, lines)).toBe(golden);
});
