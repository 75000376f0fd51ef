import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { makePipes } from '../../../../test/named-pipe.ts';
import { openLibraryWriter } from '../../../library/open-library.ts';
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

  it('says of a pipe and a socket named like songs what they are, and never opens them', async () => {
    await using folder = await tempFolder();
    await library().album('Picnic', 4).song('a.mp3').song('b.mp3').writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    const { library: rows } = test;
    const problems = () => rows.prepare('SELECT name, reason FROM problems ORDER BY name').all();
    await test.scan();
    rmSync(folder.join('music', 'a.mp3'));
    makePipes(...['a.mp3', 'pipe.flac', 'pipe.txt'].map((name) => folder.join('music', name)));
    const server = createServer().listen(folder.join('music', 'socket.ogg'));
    await once(server, 'listening');
    await test.scan();
    const reason = 'not_a_file';
    expect(problems()).toEqual(['a.mp3', 'pipe.flac', 'socket.ogg'].map((name) => ({ name, reason })));
    expect(test.songs()).toHaveLength(5);
    server.close();
    await once(server, 'close');
    rmSync(folder.join('music', 'pipe.flac'));
    await test.scan();
    expect(problems()).toEqual([{ name: 'a.mp3', reason }]);
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ files_to_read: 0, problem_count: 1 });
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

  it('lists a file that cannot be read, and takes it in once it can', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.mp3').brokenFile('b.mp3', 'empty').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    expect(test.library.prepare('SELECT name, reason FROM problems').all()).toEqual([
      { name: 'b.mp3', reason: 'file_empty' },
    ]);
    await library().song('b.mp3').writeTo(root);
    await test.scan();
    expect(test.songs()).toHaveLength(2);
    expect(test.scanner.status().problem_count).toBe(0);
  });

  it('lists a file no more that is again as it was before it broke', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.mp3').song('b.mp3').writeTo(root);
    utimesSync(`${root}/a.mp3`, 10, 10);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const songs = test.songs();
    renameSync(`${root}/a.mp3`, folder.join('whole'));
    await library().brokenFile('a.mp3', 'garbage').writeTo(root);
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ problem_count: 1, song_count: 1 });
    renameSync(folder.join('whole'), `${root}/a.mp3`);
    await test.scan();
    expect(test.songs()).toEqual(songs);
    expect(test.scanner.status()).toMatchObject({ problem_count: 0, files_read: 0 });
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

  it('tries a file again by each scan as long as it may not be opened', async () => {
    await using folder = await tempFolder();
    await library().song('a.mp3').song('b.mp3').writeTo(folder.join('music'));
    const refused = new Set(['b.mp3']);
    await using test = createTestScanner(folder.join('data'), { isRefused: (name) => refused.has(name) });
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ problem_count: 1, song_count: 1, files_to_read: 1 });
    refused.clear();
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ problem_count: 0, song_count: 2 });
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ files_to_read: 0 });
  });
});
