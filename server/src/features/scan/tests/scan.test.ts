import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createTestScanner } from './test-scan.ts';

describe('a scan', () => {
  it('takes a folder of songs into the library', async () => {
    await using folder = await tempFolder();
    await library()
      .album('Picnic', 3, { artist: 'Anna', cover: 'Folder.png', year: 1999 })
      .song('loose.ogg', { title: 'Loose' })
      .brokenFile('broken.mp3', 'garbage')
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs()).toHaveLength(4);
    expect(test.directory('Music/Anna/Picnic')).toMatchObject({
      song_count: 3,
      is_album: 1,
      album: 'Picnic',
      artist: 'Anna',
      year: 1999,
      picture_path: 'Music/Anna/Picnic/Folder.png',
      artwork_path: 'Music/Anna/Picnic/Folder.png',
    });
    expect(test.directory('Music')).toMatchObject({ total_song_count: 4, song_count: 1 });
    expect(test.scanner.status()).toMatchObject({
      phase: 'idle',
      is_scanning: false,
      files_found: 5,
      files_read: 5,
      problem_count: 1,
      song_count: 4,
      last_result: 'completed',
    });
  });

  it('reads nothing again when nothing changed', async () => {
    await using folder = await tempFolder();
    await library().album('Picnic', 3).brokenFile('broken.flac', 'garbage').writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    await test.scan();
    expect(test.scanner.status()).toMatchObject({
      files_found: 4,
      files_to_read: 0,
      files_read: 0,
      problem_count: 1,
    });
  });

  it('reads a changed file again and keeps its id and date', async () => {
    await using folder = await tempFolder();
    const music = await library()
      .song('a.mp3', { title: 'Before' })
      .song('b.mp3')
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    const before = test.song('Music/a.mp3');
    await library().song('a.mp3', { title: 'After' }).writeTo(music.root);
    utimesSync(folder.join('music', 'a.mp3'), 10, 10);
    await test.scan();
    expect(test.scanner.status().files_read).toBe(1);
    const after = test.song('Music/a.mp3');
    expect(after).toMatchObject({ title: 'After', id: before?.['id'], added_at: before?.['added_at'] });
  });

  it('marks what is gone as missing, and takes it back when it returns', async () => {
    await using folder = await tempFolder();
    await library().album('Picnic', 3).album('Lunch', 2).writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    const songs = test.songs();
    const id = test.song(songs[0] ?? '')?.['id'];
    renameSync(folder.join('music', 'Lunch'), folder.join('away'));
    await test.scan();
    expect(test.songs()).toHaveLength(3);
    expect(test.directory('Music')?.['total_song_count']).toBe(3);
    expect(test.directory('Music/Lunch')?.['missing_since_ms']).not.toBeNull();
    renameSync(folder.join('away'), folder.join('music', 'Lunch'));
    await test.scan();
    expect(test.songs()).toEqual(songs);
    expect(test.song(songs[0] ?? '')?.['id']).toBe(id);
    expect(test.scanner.status().files_read).toBe(0);
    expect(test.directory('Music')?.['total_song_count']).toBe(5);
  });

  it.each([
    ['missing', (root: string) => renameSync(root, `${root}-elsewhere`)],
    [
      'empty',
      (root: string) => {
        renameSync(root, `${root}-elsewhere`);
        mkdirSync(root);
      },
    ],
    [
      'without any of its songs',
      (root: string) => {
        renameSync(root, `${root}-elsewhere`);
        mkdirSync(root);
        writeFileSync(`${root}/note.txt`, 'mount me');
        mkdirSync(`${root}/folder`);
      },
    ],
  ])('keeps the songs of a source that is %s', async (_name, takeAway) => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().album('Picnic', 3).writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const songs = test.songs();
    takeAway(root);
    await test.scan();
    expect(test.songs()).toEqual(songs);
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'away', song_count: 3, is_kept: false }]);
    expect(test.scanner.collectionStatus().away_sources).toEqual(['Music']);
    rmSync(root, { recursive: true, force: true });
    renameSync(`${root}-elsewhere`, root);
    await test.scan();
    expect(test.scanner.sourceStates()).toMatchObject([
      { state: 'available', reason: null, away_since: null },
    ]);
    expect(test.songs()).toEqual(songs);
    expect(test.scanner.status().files_read).toBe(0);
  });

  it('goes on where a cancelled scan was', async () => {
    await using folder = await tempFolder();
    await library().album('One', 40).album('Two', 40).writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    test.scanner.start();
    test.scanner.cancel();
    await test.settled();
    expect(test.scanner.status().last_result).toBe('cancelled');
    await test.scan();
    expect(test.songs()).toHaveLength(80);
  });

  it.each([[['Music/a', 'Music/a/b']], [['Music/a/b', 'Music/a']]])(
    'looks once into a folder that is asked for and lies in another, as in %j',
    async (folders) => {
      await using folder = await tempFolder();
      const root = folder.join('music');
      await library().song('a/b/refused.mp3').song('a/one.mp3').writeTo(root);
      await using test = createTestScanner(folder.join('data'), {
        isRefused: (name) => name === 'refused.mp3',
      });
      test.sources = [{ name: 'Music', realPath: root }];
      await test.scan();
      await library().song('a/b/new.mp3').song('a/c/new.mp3').writeTo(root);
      test.scanner.triggerFolders(folders);
      await test.settled();
      expect(test.scanner.status()).toMatchObject({ last_result: 'completed', files_found: 4 });
      expect(test.songs()).toEqual(['Music/a/one.mp3', 'Music/a/b/new.mp3', 'Music/a/c/new.mp3']);
    },
  );

  it('writes nothing where nothing changed, also while something cannot be read or a source is away', async () => {
    await using folder = await tempFolder();
    const [music, drive] = [folder.join('music'), folder.join('drive')];
    await library()
      .song('a.mp3')
      .song('b.mp3')
      .song('refused.mp3')
      .brokenFile('c.mp3', 'garbage')
      .writeTo(music);
    await library().song('a.mp3').writeTo(drive);
    await using test = createTestScanner(folder.join('data'), {
      isRefused: (name) => name === 'refused.mp3',
    });
    test.sources = [
      { name: 'Music', realPath: music },
      { name: 'Drive', realPath: drive },
    ];
    await test.scan();
    rmSync(`${drive}/a.mp3`);
    await test.scan();
    const { revision } = test.scanner.collectionStatus();
    await test.scan();
    await test.scan();
    expect(test.scanner.collectionStatus().revision).toBe(revision);
    rmSync(`${music}/b.mp3`);
    utimesSync(`${music}/a.mp3`, 5, 5);
    await test.scan();
    const after = test.scanner.collectionStatus().revision;
    expect(after).toBeGreaterThan(revision);
    await test.scan();
    expect(test.scanner.collectionStatus().revision).toBe(after);
  });

  it('takes what is above back too when a look into a folder finds it where it was missing', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a/b/one.mp3').song('stays.mp3').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    renameSync(`${root}/a`, folder.join('elsewhere'));
    await test.scan();
    expect(test.directory('Music/a')?.['missing_since_ms']).not.toBeNull();
    renameSync(folder.join('elsewhere'), `${root}/a`);
    test.scanner.triggerFolders(['Music/a/b']);
    await test.settled();
    expect(test.songs()).toEqual(['Music/stays.mp3', 'Music/a/b/one.mp3']);
    expect(test.directory('Music/a')).toMatchObject({ missing_since_ms: null, total_song_count: 1 });
    expect(test.directory('Music/a/b')).toMatchObject({ missing_since_ms: null });
  });
});
