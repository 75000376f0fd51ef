import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
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
