import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createEmbeddedReading } from '../../../library/read/embedded-reading.ts';
import { createTestScanner, type TestScanner } from './test-scan.ts';

describe('a scan of sources that come and go', () => {
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

  it('holds the answer Keep though some of what cannot be found comes back, and until more is missing', async () => {
    await using folder = await tempFolder();
    const [root, away] = [folder.join('music'), folder.join('away')];
    await library().album('Many', 31, { folder: 'Many' }).album('Few', 29, { folder: 'Few' }).writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const names = readdirSync(`${root}/Many`);
    const takeBack = (count: number) => {
      for (const name of names.splice(0, count)) renameSync(`${away}/${name}`, `${root}/Many/${name}`);
    };
    const state = () => test.scanner.sourceStates()[0];
    renameSync(`${root}/Many`, away);
    await test.scan();
    test.scanner.keep('Music');
    await expect.poll(() => state()?.is_kept).toBe(true);
    mkdirSync(`${root}/Many`);
    takeBack(1);
    await test.scan();
    expect(state()).toMatchObject({
      ...{ state: 'away', is_kept: true, reason: '30 of its 60 songs cannot be found.' },
      ...{ reason_code: 'songs_gone', reason_counts: { gone: 30, songs: 60 } },
    });
    takeBack(1);
    await test.scan();
    expect(state()).toMatchObject({
      state: 'available',
      is_kept: true,
      missing_count: 29,
      reason_code: null,
    });
    rmSync(`${root}/Few/${readdirSync(`${root}/Few`)[0]}`);
    await test.scan();
    expect(state()).toMatchObject({ state: 'available', is_kept: false, missing_count: 30 });
  });

  it('holds the answer Keep after a restart and under another name of the source', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().album('Many', 31, { folder: 'Many' }).album('Few', 9, { folder: 'Few' }).writeTo(root);
    const open = (name: string): TestScanner => {
      const test = createTestScanner(folder.join('data'));
      test.sources = [{ name, realPath: root }];
      return test;
    };
    {
      await using test = open('Music');
      await test.scan();
      renameSync(`${root}/Many`, folder.join('away'));
      await test.scan();
      test.scanner.keep('Music');
      await expect.poll(() => test.scanner.sourceStates()[0]?.is_kept).toBe(true);
    }
    mkdirSync(`${root}/Many`);
    for (const name of readdirSync(folder.join('away')).slice(0, 3)) {
      renameSync(folder.join('away', name), `${root}/Many/${name}`);
    }
    await using test = open('Tunes');
    await test.scan();
    expect(test.scanner.sourceStates()).toMatchObject([
      { name: 'Tunes', state: 'away', is_kept: true, reason_counts: { gone: 28, songs: 40 } },
    ]);
    expect(test.songs()).toHaveLength(40);
  });

  it.each([
    ['as many', 3],
    ['more', 40],
  ])('takes a disk with %s songs that stood in the place of another out again', async (_much, count) => {
    await using folder = await tempFolder();
    const [root, right, foreign] = ['music', 'right', 'foreign'].map((name) => folder.join(name)) as [
      string,
      string,
      string,
    ];
    await library().album('Ours', 3, { folder: 'Ours' }).writeTo(root);
    await library().album('Theirs', count, { folder: 'Theirs' }).writeTo(foreign);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const ours = test.songs();
    renameSync(root, right);
    renameSync(foreign, root);
    await test.scan();
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'away', reason_code: 'songs_gone' }]);
    expect(test.songs()).toHaveLength(3 + count);
    rmSync(`${root}/Theirs`, { recursive: true });
    mkdirSync(`${root}/Others`);
    await test.scan();
    // What is away stays as it is; what only stood in for it does not.
    expect(test.songs()).toEqual(ours);
    expect(test.directory('Music/Theirs')?.['missing_since_ms']).not.toBeNull();
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'away', missing_count: count }]);
    renameSync(root, foreign);
    renameSync(right, root);
    await test.scan();
    expect(test.songs()).toEqual(ours);
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'available', song_count: 3 + count }]);
  });

  it('has every song of the right disk again after another with the same names stood in its place', async () => {
    await using folder = await tempFolder();
    const [root, right, foreign] = ['music', 'right', 'foreign'].map((name) => folder.join(name)) as [
      string,
      string,
      string,
    ];
    const titled = (who: string, from: number, to: number) => {
      const songs = library();
      for (let at = from; at < to; at += 1) {
        songs.song(`Album/${at}.flac`, { title: `${who} ${at}`, pitchHz: (who === 'Our' ? 300 : 900) + at });
      }
      return songs;
    };
    await titled('Our', 0, 6).writeTo(root);
    // Some are called as ours are, and some are not.
    await titled('Their', 3, 9).writeTo(foreign);
    const titles = (test: TestScanner) => test.songs().map((path) => test.song(path)?.['title']);
    const open = (): TestScanner => {
      const test = createTestScanner(folder.join('data'));
      test.sources = [{ name: 'Music', realPath: root }];
      return test;
    };
    const our = Array.from({ length: 6 }, (_, at) => `Our ${at}`);
    {
      await using test = open();
      await test.scan();
      expect(titles(test)).toEqual(our);
      renameSync(root, right);
      renameSync(foreign, root);
      await test.scan();
    }
    // A restart while the other disk is there.
    await using test = open();
    await test.scan();
    renameSync(root, foreign);
    renameSync(right, root);
    test.scanner.triggerFolders(['Music/Album']);
    await test.settled();
    await test.scan();
    expect(titles(test)).toEqual(our);
    expect(test.scanner.sourceStates()).toMatchObject([
      { state: 'available', song_count: 9, missing_count: 3 },
    ]);
  });

  it('notices at once that the right disk is back', async () => {
    await using folder = await tempFolder();
    const [root, right, foreign] = ['music', 'right', 'foreign'].map((name) => folder.join(name)) as [
      string,
      string,
      string,
    ];
    await library().album('Ours', 3, { folder: 'Ours' }).writeTo(root);
    await library().album('Theirs', 30, { folder: 'Theirs' }).writeTo(foreign);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const ours = test.songs();
    renameSync(root, right);
    renameSync(foreign, root);
    await test.scan();
    renameSync(root, foreign);
    renameSync(right, root);
    await test.scan();
    expect(test.songs()).toEqual(ours);
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'available', missing_count: 30 }]);
  });

  it('reads everything again when a drive that was said to be really gone comes back', async () => {
    await using folder = await tempFolder();
    const [root, away] = [folder.join('music'), folder.join('away')];
    await library().song('one.mp3').song('a/two.mp3').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    renameSync(root, away);
    await test.scan();
    test.scanner.forget('Music');
    await test.settled();
    expect(test.songs()).toEqual([]);
    renameSync(away, root);
    await test.scan();
    expect(test.songs().toSorted()).toEqual(['Music/a/two.mp3', 'Music/one.mp3']);
  });

  it('asks on about what vanished at once, whatever new songs come beside what is left', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().album('Many', 30).album('Few', 5).writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    rmSync(folder.join('music', 'Many'), { recursive: true });
    await library().album('New', 40).writeTo(root);
    for (let times = 0; times < 2; times += 1) {
      await test.scan();
      expect(test.scanner.sourceStates()).toMatchObject([
        { state: 'away', reason: '30 of its 35 songs cannot be found.', missing_count: 0 },
      ]);
    }
  });

  it('leaves a source that is away as it is when only some folders are looked into', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().album('Many', 30, { folder: 'Many' }).album('Few', 5, { folder: 'Few' }).writeTo(root);
    await library().song('a.mp3').writeTo(folder.join('other'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [
      { name: 'Music', realPath: root },
      { name: 'Other', realPath: folder.join('other') },
    ];
    await test.scan();
    rmSync(folder.join('music', 'Many'), { recursive: true });
    await test.scan();
    test.scanner.keep('Music');
    await expect.poll(() => test.scanner.sourceStates()[0]?.is_kept).toBe(true);
    const before = test.scanner.sourceStates()[0];
    await library().song('b.mp3').writeTo(folder.join('other'));
    await library().song('Few/new.mp3').writeTo(root);
    rmSync(
      `${root}/Few/${test
        .songs()
        .find((path) => path.startsWith('Music/Few/'))
        ?.slice(10)}`,
    );
    test.scanner.triggerFolders(['Other', 'Music/Few', 'Music']);
    await test.settled();
    expect(test.songs()).toHaveLength(38);
    expect(test.scanner.sourceStates()[0]).toEqual({ ...before, song_count: 36 });
  });

  it('is done with folders from which only went what came while their source is away', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('old.flac', { pitchHz: 300 }).writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    rmSync(root, { recursive: true });
    await library()
      .song('one/goes.flac', { pitchHz: 400 })
      .song('one/stays.flac', { pitchHz: 500 })
      .song('two/moves.flac', { pitchHz: 600 })
      .song('two/stays.flac', { pitchHz: 700 })
      .writeTo(root);
    await test.scan();
    rmSync(`${root}/one/goes.flac`);
    renameSync(`${root}/two/moves.flac`, `${root}/moved.flac`);
    await test.scan();
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'away' }]);
    expect(test.songs()).toEqual([
      'Music/moved.flac',
      'Music/old.flac',
      'Music/one/stays.flac',
      'Music/two/stays.flac',
    ]);
    const keyed = () =>
      test.library.prepare('SELECT name FROM directories WHERE entries_key IS NOT NULL ORDER BY 1').pluck();
    // What is waited for was in the source's own folder.
    expect(keyed().all()).toEqual(['one', 'two']);
    const revision = test.library.prepare("SELECT value FROM meta WHERE key = 'revision'").pluck();
    const before = revision.get();
    await test.scan();
    expect(revision.get()).toBe(before);
  });

  it('notes when something changed, which every reader is told until something else does', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.mp3').song('b.mp3').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    /** As a server is told that has just been started. */
    const changedAtMs = () => createEmbeddedReading({ raw: test.library }).apps.changedAtMs();
    const beforeMs = Date.now();
    await test.scan();
    const first = await changedAtMs();
    expect(first).toBeGreaterThanOrEqual(beforeMs);
    await test.scan();
    expect(await changedAtMs()).toBe(first);
    rmSync(folder.join('music', 'b.mp3'));
    await test.scan();
    expect(await changedAtMs()).toBeGreaterThan(first);
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

  it('takes songs in though a scan that took others out of the library was stopped', async () => {
    await using folder = await tempFolder();
    for (const name of ['one', 'two', 'three'])
      await library()
        .song('a.mp3', { artist: `Artist ${name}` })
        .writeTo(folder.join(name));
    let isStopped = false;
    await using test = createTestScanner(folder.join('data'), {
      atCommit: () => (isStopped ? 'cancel' : null),
    });
    const [one, two, three] = ['one', 'two', 'three'].map((name) => ({ name, realPath: folder.join(name) }));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three sources');
    test.sources = [one, two];
    await test.scan();
    test.sources = [one];
    isStopped = true;
    await test.scan();
    isStopped = false;
    test.sources = [one, three];
    await test.scan();
    expect(test.songs()).toEqual(['one/a.mp3', 'three/a.mp3']);
    const artists = test.library.prepare('SELECT name FROM artists ORDER BY 1').pluck().all();
    expect(artists).toEqual(['Artist one', 'Artist three']);
  });

  it('drops folders that held nothing any more below one that is said to be really gone', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    const [inner, outer] = [`${root}/gone/inner`, `${root}/gone`];
    await library()
      .album('Stays', 5)
      .song('gone/a.mp3', { title: 'Goes' })
      .song('gone/inner/b.mp3', { title: 'Comes back elsewhere' })
      .writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    renameSync(`${inner}/b.mp3`, folder.join('b.mp3'));
    rmSync(outer, { recursive: true });
    await test.scan();
    renameSync(folder.join('b.mp3'), `${root}/b.mp3`);
    await test.scan();
    expect(test.moves).toEqual(['Music/gone/inner/b.mp3 → Music/b.mp3']);
    test.scanner.forget('Music');
    await test.settled();
    const paths = test.library.prepare('SELECT virtual_path FROM directories ORDER BY 1').pluck().all();
    expect(paths).toEqual(['Music', 'Music/Stays']);
  });
});
