import { library, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { openLibraryWriter } from '../../../library/open-library.ts';
import { createTestScanner, type TestScanner } from './test-scan.ts';

/** Folders of all kinds, each new to the scan. */
const folders = () =>
  library()
    .album('Double', 4, { discs: 2, discFolders: 'CD ', cover: 'Folder.jpg', folder: 'Double' })
    .song('Walk/a.mp3', { album: 'Walk', track: 2, embedded: true, pitchHz: 310 })
    .song('Walk/b.mp3', { album: 'Walk', track: 1, embedded: true, pitchHz: 320 })
    .song('Walk/c.mp3', { album: 'Walk', track: 0, pitchHz: 330 })
    .song('Names/b.mp3', { album: 'One', artist: 'Anna', track: 1, embedded: true, pitchHz: 340 })
    .song('Names/a.mp3', { album: 'Two', artist: 'Anna', track: 2, embedded: true, pitchHz: 350 })
    .song('Sure/1.mp3', {
      album: 'Sure',
      albumArtist: 'Ben',
      artist: 'Ben',
      year: 1999,
      embedded: true,
      pitchHz: 360,
    })
    .picture('Sure/cover.png')
    .song('Lone/1.flac', { title: 'Bare', pitchHz: 370 })
    .picture('Lone/drawing.png')
    .brokenFile('Broken/1.mp3')
    .song('Broken/2.flac', { album: 'Half', pitchHz: 380 })
    .folder('Empty/Deeper');

const rowsOf = ({ library: stored }: TestScanner) =>
  stored.prepare('SELECT * FROM directories ORDER BY virtual_path').all();

it('writes of folders that are new what is worked out of a library that is there', async () => {
  await using folder = await tempFolder();
  await folders().writeTo(folder.join('music'));
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  const written = rowsOf(test);
  expect(test.directory('Music/Walk')).toMatchObject({
    album: 'Walk',
    song_count: 3,
    artwork_path: 'Music/Walk/b.mp3',
  });
  expect(test.directory('Music/Names')).toMatchObject({
    artist: 'Anna',
    is_album: 0,
    artwork_path: 'Music/Names/a.mp3',
  });
  expect(test.directory('Music')).toMatchObject({ song_count: 0, total_song_count: 12 });
  const writer = openLibraryWriter(folder.join('data'));
  writer.raw.exec("DELETE FROM meta WHERE key = 'summary_rules'");
  writer.close();
  await test.scan();
  expect(rowsOf(test)).toEqual(written);
  expect(test.scanner.status().files_read).toBe(0);
});

it('never says of songs of a folder that are not there: whoever comes after a kill finds the others', async () => {
  await using folder = await tempFolder();
  await folders().writeTo(folder.join('music'));
  let commits = 0;
  let wrong: unknown[] = [];
  await using test = createTestScanner(folder.join('data'), {
    rowsPerBatch: 1,
    atCommit: () => {
      commits += 1;
      const counted = '(SELECT count(*) FROM songs WHERE directory_id = directories.id)';
      wrong = wrong.concat(
        test.library
          .prepare(`SELECT virtual_path FROM directories WHERE song_count <> ${counted}`)
          .pluck()
          .all(),
      );
      return commits === 6 ? 'kill' : null;
    },
  });
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  expect(test.scanner.status().last_result).toBe('failed');
  expect(test.songs().length).toBeLessThan(12);
  await test.scan();
  expect(commits).toBeGreaterThan(12);
  expect(wrong).toEqual([]);
  expect(test.songs()).toHaveLength(12);
});
