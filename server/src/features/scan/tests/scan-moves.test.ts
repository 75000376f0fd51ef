import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createTestScanner } from './test-scan.ts';

describe('a scan of what has moved', () => {
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
    const { library: database } = test;
    await expect.poll(() => database.prepare('SELECT count(*) FROM moves').pluck().get()).toBe(0);
  });

  it('has ended only when all of 2,300 moves are followed', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('one/0.flac').writeTo(root);
    const sound = readFileSync(`${root}/one/0.flac`);
    const count = 2_300;
    // Each is another recording: what stands behind the sound tells them apart.
    for (let at = 0; at < count; at += 1) {
      writeFileSync(`${root}/one/${at}.flac`, Buffer.concat([sound, Buffer.from(`end ${at}`)]));
    }
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const told: number[] = [];
    test.onMovesTold(({ moves }) => told.push(moves.length));
    renameSync(`${root}/one`, `${root}/two`);
    let atEnd: number | null = null;
    const leave = test.scanner.onStatus(({ is_scanning }) => {
      if (!is_scanning) atEnd ??= told.reduce((sum, length) => sum + length, 0);
    });
    await test.scan();
    leave();
    expect([atEnd, told.length > 1]).toEqual([count, true]);
    expect(test.moves.every((move) => /^Music\/one\/(\d+\.flac) → Music\/two\/\1$/.test(move))).toBe(true);
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

  it('follows a move that was first a copy, and a scan came between', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('inbox/one.flac').song('inbox/two.flac').song('stays.flac').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    cpSync(`${root}/inbox`, `${root}/album`, { recursive: true });
    test.scanner.triggerFolders(['Music']);
    await test.settled();
    const addedAt = test.song('Music/inbox/one.flac')?.['added_at'] as number;
    const writer = new Database(folder.join('data', 'library.db'));
    writer.exec('UPDATE songs SET added_at = added_at + 9 WHERE id > 3');
    writer.close();
    rmSync(`${root}/inbox`, { recursive: true });
    test.scanner.triggerFolders(['Music/inbox']);
    await test.settled();
    expect(test.moves.toSorted()).toEqual([
      'Music/inbox/one.flac → Music/album/one.flac',
      'Music/inbox/two.flac → Music/album/two.flac',
    ]);
    expect(test.song('Music/inbox/one.flac')).toBeUndefined();
    expect(test.song('Music/album/one.flac')).toMatchObject({ added_at: addedAt });
    expect(test.directory('Music/album')).toMatchObject({ newest_song_at: addedAt });
  });

  it('gives what comes to a path that a song moved away from a date of its own', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('inbox/1.flac', { pitchHz: 300 }).song('stays.flac').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    renameSync(`${root}/inbox`, `${root}/album`);
    await test.scan();
    const moved = test.song('Music/album/1.flac')?.['added_at'];
    test.state.prepare('UPDATE first_seen SET added_at = 1234').run();
    await library().song('inbox/1.flac', { pitchHz: 400 }).writeTo(root);
    await test.scan();
    expect(test.song('Music/inbox/1.flac')?.['added_at']).toBeGreaterThanOrEqual(moved as number);
  });

  it('does not follow to a copy when the copies are two', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.flac').song('stays.flac').writeTo(root);
    cpSync(`${root}/a.flac`, `${root}/b.flac`);
    cpSync(`${root}/a.flac`, `${root}/c.flac`);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    rmSync(`${root}/a.flac`);
    await test.scan();
    expect(test.moves).toEqual([]);
  });

  it('leaves the songs of a drive that is away where they are, though another has copies of them', async () => {
    await using folder = await tempFolder();
    const [music, drive] = [folder.join('music'), folder.join('drive')];
    await library().album('Picnic', 3).song('single/1.flac').writeTo(music);
    cpSync(music, drive, { recursive: true });
    await using test = createTestScanner(folder.join('data'));
    test.sources = [
      { name: 'Music', realPath: music },
      { name: 'Drive', realPath: drive },
    ];
    await test.scan();
    const songs = test.songs();
    rmSync(drive, { recursive: true });
    mkdirSync(`${drive}/unplugged`, { recursive: true });
    await test.scan();
    test.scanner.triggerFolders(['Drive/single']);
    await test.settled();
    expect(test.songs()).toEqual(songs);
    expect(test.moves).toEqual([]);
    test.scanner.forget('Drive');
    await test.settled();
    expect(test.songs()).toHaveLength(4);
    expect(test.moves).toHaveLength(4);
  });

  it('follows what moved out of a source that is empty since and said to be really gone', async () => {
    await using folder = await tempFolder();
    const [music, inbox] = [folder.join('music'), folder.join('inbox')];
    await library().song('stays.flac', { pitchHz: 300 }).writeTo(music);
    await library().song('album/1.flac', { pitchHz: 400 }).song('2.flac', { pitchHz: 500 }).writeTo(inbox);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [
      { name: 'Music', realPath: music },
      { name: 'Inbox', realPath: inbox },
    ];
    await test.scan();
    for (const name of ['album', '2.flac']) renameSync(`${inbox}/${name}`, `${music}/${name}`);
    await test.scan();
    expect(test.scanner.collectionStatus().away_sources).toEqual(['Inbox']);
    test.scanner.forget('Inbox');
    await test.settled();
    expect(test.moves.toSorted()).toEqual([
      'Inbox/2.flac → Music/2.flac',
      'Inbox/album/1.flac → Music/album/1.flac',
    ]);
    expect(test.songs().toSorted()).toEqual(['Music/2.flac', 'Music/album/1.flac', 'Music/stays.flac']);
    expect(test.directory('Inbox/album')).toBeUndefined();
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
});
