import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
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
});
