import { renameSync, rmSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createEmbeddedReading } from '../../../library/read/embedded-reading.ts';
import { createTestScanner } from './test-scan.ts';

describe('a scan of sources that come and go', () => {
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
});
