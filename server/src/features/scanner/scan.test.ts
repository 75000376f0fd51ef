import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
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

  it('drops the songs of a source that are said to be really gone', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().album('Picnic', 3).writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    rmSync(root, { recursive: true });
    await test.scan();
    test.scanner.forget('Music');
    await test.settled();
    expect(test.songs()).toEqual([]);
    expect(test.scanner.sourceStates()).toMatchObject([{ song_count: 0, missing_count: 0 }]);
    expect(test.directory('Music/Picnic')).toBeUndefined();
  });

  it('takes half of a large source that vanishes at once for an unplugged drive', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().album('Many', 30).album('Few', 5).writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    rmSync(folder.join('music', 'Many'), { recursive: true });
    await test.scan();
    expect(test.songs()).toHaveLength(35);
    expect(test.scanner.sourceStates()).toMatchObject([
      { state: 'away', reason: '30 of its 35 songs cannot be found.' },
    ]);
    test.scanner.keep('Music');
    await expect.poll(() => test.scanner.sourceStates()[0]?.is_kept).toBe(true);
    test.scanner.forget('Music');
    await test.settled();
    expect(test.songs()).toHaveLength(5);
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'available', song_count: 5 }]);
  });

  it('follows songs that were moved, renamed or retagged on the way', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library()
      .song('a/one.mp3', { title: 'One', seconds: 3 })
      .song('a/two.flac', { title: 'Two' })
      .song('a/three.flac', { title: 'Three' })
      .song('a/stays.flac', { title: 'Stays' })
      .writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const addedAt = test.song('Music/a/one.mp3')?.['added_at'];
    mkdirSync(`${root}/b`);
    renameSync(`${root}/a/one.mp3`, `${root}/b/1.mp3`);
    renameSync(`${root}/a/two.flac`, `${root}/a/deux.flac`);
    rmSync(`${root}/a/three.flac`);
    // The same sound under other tags: the third song of a library has its pitch.
    await library().song('x/1.flac').song('x/2.flac').song('b/drei.flac', { title: 'Drei' }).writeTo(root);
    rmSync(`${root}/x`, { recursive: true });
    await test.scan();
    expect(test.moves.toSorted()).toEqual([
      'Music/a/one.mp3 → Music/b/1.mp3',
      'Music/a/three.flac → Music/b/drei.flac',
      'Music/a/two.flac → Music/a/deux.flac',
    ]);
    expect(test.song('Music/a/one.mp3')).toBeUndefined();
    expect(test.song('Music/b/1.mp3')?.['added_at']).toBe(addedAt);
    await expect.poll(() => test.library.prepare('SELECT count(*) FROM moves').pluck().get()).toBe(0);
  });

  it('follows two songs that changed places', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.flac').song('b.flac').song('c.flac').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    renameSync(`${root}/a.flac`, `${root}/t`);
    renameSync(`${root}/b.flac`, `${root}/a.flac`);
    renameSync(`${root}/t`, `${root}/b.flac`);
    utimesSync(`${root}/a.flac`, 5, 5);
    utimesSync(`${root}/b.flac`, 6, 6);
    await test.scan();
    expect(test.moves.toSorted()).toEqual(['Music/a.flac → Music/b.flac', 'Music/b.flac → Music/a.flac']);
  });

  it('does not guess which of two equal songs moved', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library()
      .song('a/x.flac', { pitchHz: 300, title: 'X' })
      .song('b/x.flac', { pitchHz: 300, title: 'X' })
      .song('c/y.flac')
      .writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    renameSync(`${root}/a`, `${root}/d`);
    renameSync(`${root}/b`, `${root}/e`);
    await test.scan();
    expect(test.moves).toEqual([]);
    expect(test.songs()).toEqual(['Music/c/y.flac', 'Music/d/x.flac', 'Music/e/x.flac']);
  });

  it('moves everything along when a source gets another name', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().album('Picnic', 2, { cover: 'folder.jpg' }).writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const before = test.songs();
    const ids = before.map((path) => test.song(path)?.['id']);
    test.sources = [{ name: 'Tunes', realPath: root }];
    await test.scan();
    const after = before.map((path) => path.replace('Music', 'Tunes'));
    expect(test.songs()).toEqual(after);
    expect(after.map((path) => test.song(path)?.['id'])).toEqual(ids);
    expect(test.scanner.status().files_read).toBe(0);
    expect(test.moves).toEqual(before.map((path, index) => `${path} → ${after[index]}`));
    expect(test.directory('Tunes/Picnic')).toMatchObject({ picture_path: 'Tunes/Picnic/folder.jpg' });
  });

  it('keeps first-seen dates when the library has to be made anew', async () => {
    await using folder = await tempFolder();
    await library().album('Picnic', 2).writeTo(folder.join('music'));
    const sources = [{ name: 'Music', realPath: folder.join('music') }];
    {
      await using test = createTestScanner(folder.join('data'));
      test.sources = sources;
      await test.scan();
      expect(test.state.prepare('SELECT count(*) FROM first_seen').pluck().get()).toBe(2);
      test.state.prepare('UPDATE first_seen SET added_at = 1234').run();
    }
    for (const name of ['library.db', 'library.db-wal', 'library.db-shm']) {
      rmSync(folder.join('data', name), { force: true });
    }
    await using test = createTestScanner(folder.join('data'));
    test.sources = sources;
    await test.scan();
    expect(test.songs().map((path) => test.song(path)?.['added_at'])).toEqual([1234, 1234]);
    expect(test.directory('Music/Picnic')).toMatchObject({ newest_song_at: 1234 });
  });

  it('leaves out what is hidden, ignored or not sound', async () => {
    await using folder = await tempFolder();
    await library()
      .song('ok.mp3')
      .song('.hidden.mp3')
      .song('.git/x.mp3')
      .song('@eaDir/x.mp3')
      .song('#recycle/x.mp3')
      .song('ringtones/x.mp3')
      .nomedia('ringtones')
      .song('skipped/deep/x.mp3')
      .file('skipped/.ndignore')
      .file('notes.txt', 'hi')
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs()).toEqual(['Music/ok.mp3']);
    expect(test.directory('Music/ringtones')).toBeUndefined();
  });

  it('shows names that are not UTF-8, each under a name of its own', async () => {
    await using folder = await tempFolder();
    const named = (name: string) => Buffer.from(name, 'latin1');
    await library()
      .song(named('caf\xe9.mp3'), { title: 'Acute' })
      .song(named('caf\xe8.mp3'), { title: 'Grave' })
      .song(Buffer.concat([named('d\xfcr/'), Buffer.from('in.mp3')]), { title: 'In' })
      .song('Café NFC.mp3'.normalize('NFC'))
      .song('Café NFC.mp3'.normalize('NFD'))
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs()).toHaveLength(5);
    expect(test.song('Music/caf\ufffd.mp3')).toMatchObject({
      title: 'Grave',
      real_name: named('caf\xe8.mp3'),
    });
    expect(test.song('Music/caf\ufffd (2).mp3')).toMatchObject({ title: 'Acute' });
    expect(test.song('Music/d\ufffdr/in.mp3')).toMatchObject({ title: 'In', real_name: null });
    await test.scan();
    expect(test.scanner.status().files_to_read).toBe(0);
  });

  it('follows links inside the sources, never in circles, and not to the outside', async () => {
    await using folder = await tempFolder();
    await library().song('outside.mp3').writeTo(folder.join('outside'));
    await library()
      .album('Picnic', 1)
      .symlink('by-year', 'Picnic')
      .symlink('Picnic/loop', '..')
      .symlink('self', 'self')
      .symlink('dead.mp3', 'nowhere.mp3')
      .symlink('secret', '../outside')
      .symlink('secret.mp3', '../outside/outside.mp3')
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs().map((path) => path.split('/').slice(0, 2).join('/'))).toEqual([
      'Music/by-year',
      'Music/Picnic',
    ]);
    expect(test.scanner.status().problem_count).toBe(0);
  });

  it('follows links to the outside where that is allowed', async () => {
    await using folder = await tempFolder();
    await library().song('outside.mp3').writeTo(folder.join('outside'));
    await library().symlink('linked', '../outside').writeTo(folder.join('music'));
    symlinkSync('..', folder.join('outside', 'up'));
    await using test = createTestScanner(folder.join('data'), { followsLinksOutside: true });
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.songs()).toContain('Music/linked/outside.mp3');
  });

  it('chooses pictures anew when the pattern changes, and looks beside a disc folder', async () => {
    await using folder = await tempFolder();
    await library()
      .album('Double', 4, { discs: 2, discFolders: 'CD ', cover: 'Folder.jpg', folder: 'Double' })
      .picture('Double/CD 2/front.png')
      .album('Inside', 1, { embedded: true, folder: 'Inside' })
      .writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    const pictureOf = (path: string) => test.directory(path)?.['artwork_path'];
    expect(pictureOf('Music/Double/CD 2')).toBe('Music/Double/Folder.jpg');
    expect(pictureOf('Music/Inside')).toMatch(/^Music\/Inside\/.*\.mp3$/);
    test.settings = { ...test.settings, albumArtPattern: 'front' };
    await test.scan();
    expect(pictureOf('Music/Double/CD 1')).toBeNull();
    expect(pictureOf('Music/Double/CD 2')).toBe('Music/Double/CD 2/front.png');
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

  it('takes a source out of the library when it is not in the list any more', async () => {
    await using folder = await tempFolder();
    await library().song('a.mp3').writeTo(folder.join('one'));
    await library().song('b.mp3').writeTo(folder.join('two'));
    await using test = createTestScanner(folder.join('data'));
    const [one, two] = ['one', 'two'].map((name) => ({ name, realPath: folder.join(name) }));
    if (one === undefined || two === undefined) throw new Error('two sources');
    test.sources = [one, two];
    await test.scan();
    expect(test.songs()).toEqual(['one/a.mp3', 'two/b.mp3']);
    test.sources = [two];
    await test.scan();
    expect(test.songs()).toEqual(['two/b.mp3']);
    expect(test.directory('one')).toBeUndefined();
  });

  it('lists a file that cannot be read, and takes it in once it can', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.mp3').brokenFile('b.mp3', 'empty').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    expect(test.library.prepare('SELECT name, reason FROM problems').all()).toEqual([
      { name: 'b.mp3', reason: 'The file is empty.' },
    ]);
    await library().song('b.mp3').writeTo(root);
    await test.scan();
    expect(test.songs()).toHaveLength(2);
    expect(test.scanner.status().problem_count).toBe(0);
  });
});
