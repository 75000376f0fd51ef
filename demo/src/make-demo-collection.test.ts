import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tempFolder } from '@tonearm/testkit';
import { parseBuffer } from 'music-metadata';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LOUDNESS } from './loudness.ts';
import { makeDemoCollection } from './make-demo-collection.ts';
import { planCollection } from './song-plan.ts';

/** A song in every format, and the covers that belong to them. */
function oneOfEach() {
  const seen = new Set<string>();
  return planCollection().flatMap((album) => {
    const songs = album.songs.filter(({ format }) => !seen.has(format) && seen.add(format)).slice(0, 4);
    return songs.length > 0 ? [{ ...album, songs }] : [];
  });
}

describe('the demo collection', () => {
  it('holds about a dozen albums and a hundred songs with names of their own', () => {
    const albums = planCollection();
    const paths = albums.flatMap(({ songs }) => songs.map(({ path }) => path));
    expect(albums).toHaveLength(14);
    expect(paths.length).toBeGreaterThan(95);
    expect(new Set(paths).size).toBe(paths.length);
    expect(new Set(albums.map(({ cover }) => cover)).size).toBe(12);
    expect(albums.map(({ songs }) => songs.length)).toEqual(
      albums.map(({ folder }) => LOUDNESS[folder]?.songs.length),
    );
  });

  it('makes tagged, audible songs with covers, the same every time, and only once', {
    timeout: 60_000,
  }, async () => {
    await using folder = await tempFolder();
    const albums = oneOfEach();
    const progress: number[] = [];
    const made = await makeDemoCollection(folder.join('a'), {
      albums,
      onProgress: ({ done }) => progress.push(done),
    });
    const songs = albums.flatMap((album) => album.songs);
    expect(songs.map(({ format }) => format).sort()).toEqual(['flac', 'm4a', 'mp3', 'ogg', 'opus', 'wav']);
    expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const song of songs) {
      const data = await readFile(folder.join('a', song.path));
      const { common, format } = await parseBuffer(data, { path: song.path }, { duration: true });
      expect(common.title).toBe(song.tags.title);
      expect(common.artists).toEqual(song.tags.artists);
      expect(common.album).toBe(song.tags.album);
      const gain = song.format === 'opus' ? [] : [Number.parseFloat(song.tags.replayGain ?? '')];
      expect(common.replaygain_track_gain === undefined ? [] : [common.replaygain_track_gain.dB]).toEqual(
        gain,
      );
      expect(common.picture?.length ?? 0).toBe(song.isEmbedded ? 1 : 0);
      expect(format.duration).toBeGreaterThan(15);
      expect(format.duration).toBeLessThan(100);
    }
    for (const file of made.files.filter((name) => /Folder\.(jpg|png)$/.test(name))) {
      const { width, height } = await sharp(await readFile(folder.join('a', file))).metadata();
      expect([width, height]).toEqual([1000, 1000]);
    }
    const [first] = songs;
    const path = folder.join('a', first?.path ?? '');
    const before = await stat(path);
    const again = await makeDemoCollection(folder.join('a'), { albums });
    expect(again.isNew).toBe(false);
    expect((await stat(path)).mtimeMs).toBe(before.mtimeMs);
    await makeDemoCollection(folder.join('b'), { albums: albums.slice(0, 1) });
    expect(await readFile(folder.join('b', first?.path ?? ''))).toEqual(await readFile(path));
  });

  it('replaces what an older version made and leaves other files alone', { timeout: 60_000 }, async () => {
    await using folder = await tempFolder();
    const albums = oneOfEach().slice(-1);
    await writeFile(folder.join('old.flac'), 'old');
    await writeFile(folder.join('mine.flac'), 'mine');
    await writeFile(folder.join('.tonearm-demo.json'), JSON.stringify({ version: 0, files: ['old.flac'] }));
    await makeDemoCollection(folder.path, { albums });
    expect((await readdir(folder.path)).sort()).toEqual([
      '.tonearm-demo.json',
      'Various Artists',
      'mine.flac',
    ]);
  });
});
