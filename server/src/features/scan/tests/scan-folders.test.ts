import { mkdirSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { openLibraryWriter } from '../../../library/open-library.ts';
import { createTestScanner } from './test-scan.ts';

describe('a scan', () => {
  it('chooses pictures anew when the pattern changes, and looks beside a disc folder', async () => {
    await using folder = await tempFolder();
    await library()
      .album('Double', 4, { discs: 2, discFolders: 'CD ', cover: 'Folder.jpg', folder: 'Double' })
      .picture('Double/CD 2/front.png')
      .album('Inside', 1, { embedded: true, folder: 'Inside' })
      .picture('Inside/drawing.png')
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    const pictureOf = (path: string) => test.directory(path)?.['artwork_path'];
    expect(pictureOf('Music/Double/CD 1')).toBe('Music/Double/Folder.jpg');
    expect(pictureOf('Music/Double/CD 2')).toBe('Music/Double/CD 2/front.png');
    expect(pictureOf('Music/Inside')).toMatch(/^Music\/Inside\/.*\.mp3$/);
    test.settings = { ...test.settings, albumArtPattern: 'drawing' };
    await test.scan();
    expect(pictureOf('Music/Double/CD 1')).toBe('Music/Double/Folder.jpg');
    expect(pictureOf('Music/Inside')).toBe('Music/Inside/drawing.png');
    expect(test.scanner.status().files_read).toBe(0);
  });

  it('shows the picture of an album in a disc folder without songs, whenever that came', async () => {
    await using folder = await tempFolder();
    await library()
      .album('Double', 1, { folder: 'Double', cover: 'front.png' })
      .writeTo(folder.join('music'));
    mkdirSync(folder.join('music', 'Double', 'CD 1'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.directory('Music/Double/CD 1')).toMatchObject({ picture_path: 'Music/Double/front.png' });
  });

  it('works out anew what folders of a library of a version before show, once, and reads no file', async () => {
    await using folder = await tempFolder();
    const music = folder.join('music');
    await library()
      .song('Mixed/1.mp3', { album: 'Picnic', artist: 'Anna', year: 1999 })
      .song('Mixed/2.mp3', { title: 'Bare' })
      .song('Mixed/3.mp3', { album: 'Picnic', artists: ['Anna', 'Guest'], year: 1999 })
      .picture('Mixed/cover.png')
      .writeTo(music);
    const shown = { album: 'Picnic', artist: 'Anna', year: 1999, is_album: 1 };
    const pictures = { picture_path: 'Music/Mixed/cover.png', artwork_path: 'Music/Mixed/cover.png' };
    {
      await using test = createTestScanner(folder.join('data'));
      test.sources = [{ name: 'Music', realPath: music }];
      await test.scan();
      expect(test.directory('Music/Mixed')).toMatchObject({ ...shown, ...pictures });
    }
    const writer = openLibraryWriter(folder.join('data'));
    writer.raw.exec(`DELETE FROM meta WHERE key = 'summary_rules';
      UPDATE directories SET is_album = 0, album = NULL, artist = NULL, year = NULL, picture_path = NULL,
        artwork_path = NULL`);
    writer.close();
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: music }];
    await test.scan();
    expect(test.directory('Music/Mixed')).toMatchObject({ ...shown, ...pictures });
    expect(test.scanner.status().files_read).toBe(0);
    const { library: stored } = test;
    const counted = stored.prepare("SELECT value FROM meta WHERE key = 'album_count'").pluck();
    expect(counted.get()).toBe('1');
  });
});
