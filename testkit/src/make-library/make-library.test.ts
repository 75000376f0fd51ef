import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRandom } from '@tonearm/song-files';
import { parseBuffer } from 'music-metadata';
import { expect, it } from 'vitest';
import { tempFolder } from '../music-folder/temp-folder.ts';
import { makeLibrary } from './make-library.ts';
import type { ManifestSong } from './manifest.ts';

async function readManifest(file: string): Promise<{ songs: ManifestSong[]; broken: string[] }> {
  return JSON.parse(await readFile(file, 'utf8'));
}

it('writes the songs that its manifest promises', async () => {
  await using folder = await tempFolder();
  const made = makeLibrary({ out: folder.path, songs: 120, long: 1 });
  const { songs, broken } = await readManifest(made.manifestFile);
  expect(songs).toHaveLength(120);
  expect(broken).toHaveLength(4);
  expect(songs.filter(({ seconds }) => seconds > 290)).toHaveLength(1);
  for (const song of songs.slice(0, 40)) {
    const data = await readFile(folder.join('music', song.path));
    expect(data.length).toBe(song.bytes);
    const { common } = await parseBuffer(data, { path: song.path });
    expect(common.title).toBe(song.tags.title);
    expect(common.album).toBe(song.tags.album);
    expect(common.picture?.[0]?.data.length).toBe(song.embeddedArt?.bytes);
  }
});

it('makes the same bytes for the same seed, and a small library is the start of a large one', async () => {
  await using folder = await tempFolder();
  const songsOf = async (name: string, songs: number) =>
    readManifest(makeLibrary({ out: folder.join(name), songs, long: 0 }).manifestFile);
  const large = await songsOf('large', 60);
  const again = await songsOf('again', 60);
  const small = await songsOf('small', 10);
  expect(again).toEqual(large);
  expect(large.songs.slice(0, 10)).toEqual(small.songs);
  const digest = async (name: string) => {
    const hash = createHash('sha256');
    for (const { path } of large.songs) hash.update(await readFile(folder.join(name, 'music', path)));
    return hash.digest('hex');
  };
  expect(await digest('again')).toBe(await digest('large'));
});

it('light libraries name the same songs', async () => {
  await using folder = await tempFolder();
  const rows = makeLibrary({ out: folder.join('rows'), songs: 50, light: 'rows' });
  const files = makeLibrary({ out: folder.join('files'), songs: 50, light: 'files' });
  expect(rows.musicFolder).toBeUndefined();
  const lines = (await readFile(rows.manifestFile, 'utf8')).trim().split('\n');
  const { songs } = await readManifest(files.manifestFile);
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(songs.map(({ path }) => path));
  for (const song of songs) {
    const data = await readFile(folder.join('files/music', song.path));
    expect(data.length).toBeLessThan(20_000);
    const { common, format } = await parseBuffer(data, { path: song.path }, { duration: true });
    expect(common.title).toBe(song.tags.title);
    if (song.format !== 'mp3') expect(format.duration).toBeCloseTo(song.seconds, 0);
  }
});

it('draws the same numbers for the same seed for ever', () => {
  const random = createRandom('1', 'artist', 0);
  expect([random.int(0, 999), random.int(0, 999), random.int(0, 999)]).toEqual([423, 635, 436]);
});
