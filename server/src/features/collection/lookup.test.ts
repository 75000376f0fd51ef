import { untagged } from '@tonearm/contract/song-fields';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLookupStore } from '../../library/read/lookup-store.ts';
import { createTestLibrary, type TestLibrary } from './test-library.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
  library.addSource('M');
  library.addSongs([
    { path: 'M/a/b/1.mp3', title: 'One', hasPicture: true },
    { path: 'M/a/b/2.mp3', title: 'Two' },
    { path: 'M/a/b/\ufffd.mp3', realName: Buffer.from([0xff, 0x2e, 0x6d, 0x70, 0x33]) },
    { path: 'M/root.mp3' },
  ]);
  library.addPicture('M/a/b/Folder.jpg');
});
afterEach(() => library[Symbol.dispose]());

describe('looking paths up', () => {
  it('finds songs in the order of the paths, null for each that is not there', () => {
    const lookup = createLookupStore(library.reader);
    library.loseSong('M/root.mp3');
    const paths = [
      'M/a/b/2.mp3',
      'nosuch',
      'M/a/b/1.mp3',
      'M/root.mp3',
      'M/a/b/2.mp3',
      '',
      'M/a/../a/b/1.mp3',
      '/M/a',
    ];
    const titles = lookup.findSongs(paths).map((song) => song?.title ?? null);
    expect(titles).toEqual(['Two', null, 'One', null, 'Two', null, null, null]);
  });

  it('makes the real path of the names on the disk', () => {
    const lookup = createLookupStore(library.reader);
    expect(lookup.findSongFile('M/a/b/1.mp3')).toMatchObject({
      realPath: Buffer.from('/host/M/a/b/1.mp3'),
      sourceRealPath: '/host/M',
      name: '1.mp3',
      kind: 'song',
    });
    expect(lookup.findSongFile('M/a/b/\ufffd.mp3')?.realPath).toEqual(
      Buffer.concat([Buffer.from('/host/M/a/b/'), Buffer.of(0xff), Buffer.from('.mp3')]),
    );
    expect(lookup.findSongFile('M/root.mp3')?.realPath.toString()).toBe('/host/M/root.mp3');
  });

  it('finds pictures, and songs that hold one', () => {
    const lookup = createLookupStore(library.reader);
    expect(lookup.findPictureFile('M/a/b/Folder.jpg')).toMatchObject({ kind: 'picture' });
    expect(lookup.findPictureFile('M/a/b/1.mp3')).toMatchObject({ kind: 'song' });
    expect(lookup.findPictureFile('M/a/b/2.mp3')).toBeNull();
    expect(lookup.findSongFile('M/a/b/Folder.jpg')).toBeNull();
    expect(lookup.findPictureFile('M/a/b/none.jpg')).toBeNull();
  });
});

describe('a picture that cannot be shown', () => {
  const others = (path: string): string[] => createLookupStore(library.reader).findOtherPictures(path);

  it('gives way to the one of its folder, another song of its album, and those that are called as covers are', () => {
    library.addSongs(
      [1, 2, 3].map((n) => ({ path: `M/album/${n}.mp3`, album: 'A', track: n, hasPicture: n > 1 })),
    );
    for (const name of ['back.jpg', 'Front.png', 'cover.jpg']) library.addPicture(`M/album/${name}`);
    const covers = ['M/album/cover.jpg', 'M/album/Front.png'];
    expect(others('M/album/3.mp3')).toEqual(['M/album/2.mp3', ...covers]);
    expect(others('M/album/2.mp3')).toEqual(['M/album/3.mp3', ...covers]);
    expect(others('M/album/cover.jpg')).toEqual(['M/album/2.mp3', 'M/album/Front.png']);
    library.raw.exec(`UPDATE directories SET picture_path = 'M/album/back.jpg' WHERE name = 'album'`);
    expect(others('M/album/2.mp3')).toEqual(['M/album/back.jpg', 'M/album/3.mp3', ...covers]);
    expect(others('M/album/back.jpg')).toEqual(['M/album/2.mp3', ...covers]);
  });

  it('gives way to no song of elsewhere, nor to one that is of no common album', () => {
    library.addSongs([1, 2].map((n) => ({ path: `M/loose/${n}.mp3`, album: `${n}`, hasPicture: true })));
    expect(others('M/loose/1.mp3')).toEqual([]);
    expect(others('M/a/b/1.mp3')).toEqual(['M/a/b/Folder.jpg']);
    expect(others('M/none/1.mp3')).toEqual([]);
    expect(others('')).toEqual([]);
    for (const path of ['M/a/b/', 'M/a/b/..', 'M/a/b/.']) expect(others(path)).toEqual([]);
  });
});

describe('a song on the wire', () => {
  const value = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\\', ';', '[', ']', '\n', 'é', '🎸', ' '),
  });

  it('holds what its row holds, lists joined', () => {
    const lookup = createLookupStore(library.reader);
    let count = 0;
    fc.assert(
      fc.property(value, fc.array(value, { maxLength: 4 }), fc.nat(), (title, artists, durationMs) => {
        count += 1;
        const path = `M/wire/${count}.mp3`;
        library.addSongs([{ path, title, artists, durationMs, album: title }]);
        expect(lookup.findSong(path)).toEqual({
          ...untagged,
          path,
          artwork: null,
          title,
          album: title,
          artist: artists.length === 0 ? null : artists.join('; '),
          duration: Math.round(durationMs / 1000),
        });
      }),
      { numRuns: 150 },
    );
  });
});
