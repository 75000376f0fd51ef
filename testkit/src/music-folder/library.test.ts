import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { parseBuffer } from 'music-metadata';
import { expect, it } from 'vitest';
import { library } from './library.ts';
import { tempFolder } from './temp-folder.ts';

it('writes an album with discs, a cover and embedded pictures', async () => {
  await using folder = await tempFolder();
  const written = await library()
    .album('Picnic', 7, {
      artist: 'Anna',
      year: 2016,
      format: 'flac',
      discs: 2,
      cover: 'Folder.jpg',
      embedded: true,
    })
    .writeTo(folder.path);
  const album = written.album('Picnic');
  expect(album.folder).toBe('Anna/Picnic');
  expect(album.songs.map(({ path }) => path)).toEqual([
    'Anna/Picnic/1-01 - Picnic 1.flac',
    'Anna/Picnic/1-02 - Picnic 2.flac',
    'Anna/Picnic/1-03 - Picnic 3.flac',
    'Anna/Picnic/1-04 - Picnic 4.flac',
    'Anna/Picnic/2-01 - Picnic 5.flac',
    'Anna/Picnic/2-02 - Picnic 6.flac',
    'Anna/Picnic/2-03 - Picnic 7.flac',
  ]);
  expect((await readdir(folder.join('Anna/Picnic'))).length).toBe(8);
  const { common, format } = await parseBuffer(
    await readFile(folder.join('Anna/Picnic/2-02 - Picnic 6.flac')),
  );
  expect(common).toMatchObject({ title: 'Picnic 6', album: 'Picnic', artist: 'Anna', year: 2016 });
  expect(common.disk).toEqual({ no: 2, of: 2 });
  expect(common.track).toEqual({ no: 2, of: 3 });
  expect(common.picture).toHaveLength(1);
  expect(format.duration).toBeCloseTo(2, 1);
});

it('writes names whose bytes are not valid UTF-8', async () => {
  await using folder = await tempFolder();
  const path = Buffer.from('Caf\xe9/na\xefve.mp3', 'latin1');
  const written = await library().song(path, { title: 'X' }).writeTo(folder.path);
  expect((await stat(written.song('X').hostPath)).size).toBe(written.song('X').sizeBytes);
  expect(written.songs[0]?.path).toContain('\ufffd');
});

it('writes links, hidden folders, broken files, pictures and times', async () => {
  await using folder = await tempFolder();
  const mtime = new Date('2011-02-03T04:05:06Z');
  const written = await library()
    .song('Loose/track.ogg', { title: 'Track', mtime })
    .file('notes.txt', 'hi', { mtime })
    .brokenFile('bad.mp3')
    .brokenFile('cut.m4a', 'truncated')
    .picture('Loose/cover.webp')
    .nomedia('Hidden')
    .symlink('Again', 'Loose')
    .folder('Empty')
    .writeTo(folder.path);
  expect((await stat(folder.join('Again/track.ogg'))).mtime).toEqual(mtime);
  expect((await lstat(folder.join('Again'))).isSymbolicLink()).toBe(true);
  expect(await readFile(folder.join('notes.txt'), 'utf8')).toBe('hi');
  expect((await stat(folder.join('cut.m4a'))).size).toBe(60);
  expect(written.otherFiles).toEqual([
    'notes.txt',
    'bad.mp3',
    'cut.m4a',
    'Loose/cover.webp',
    'Hidden/.nomedia',
  ]);
});

it('leaves nothing behind', async () => {
  let path = '';
  {
    await using folder = await tempFolder();
    path = folder.path;
    await library().file('a/b/c', 'x').writeTo(path);
  }
  await expect(stat(path)).rejects.toThrow('ENOENT');
});
