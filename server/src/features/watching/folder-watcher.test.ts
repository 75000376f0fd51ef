import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createPlainWatches } from './plain-watches.ts';
import { createTestWatcher, type OpenWatches, openRealInotify, quietMs } from './test-folder-watcher.ts';

const ways: [string, () => Promise<OpenWatches>][] = [['fs.watch', async () => createPlainWatches]];
if (process.platform === 'linux') ways.push(['inotify', openRealInotify]);

/** Makes folders and watches them, as `M/NAME` with the ids 1, 2, … */
const watching = async (
  open: Parameters<typeof createTestWatcher>[0],
  path: (name: string) => string,
  ...names: readonly string[]
) => {
  const test = createTestWatcher(open);
  for (const [index, name] of names.entries()) {
    mkdirSync(path(name));
    test.put(index + 1, `M/${name}`, path(name));
  }
  expect(await test.watchAll()).toBe(0);
  return test;
};

describe.each(ways)('watching folders with %s', (_, open) => {
  it('tells of new, changed, renamed and deleted files by the folder that they are in', async () => {
    await using folder = await tempFolder();
    const [one, two] = [folder.join('one'), folder.join('two')];
    using test = await watching(await open(), folder.join, 'one', 'two');
    writeFileSync(join(one, 'song.mp3'), 'sound');
    await test.told('M/one');
    appendFileSync(join(one, 'song.mp3'), 'more');
    await test.told('M/one');
    renameSync(join(one, 'song.mp3'), join(two, 'song.mp3'));
    await test.told('M/one', 'M/two');
    rmSync(join(two, 'song.mp3'));
    await test.told('M/two');
    mkdirSync(join(one, 'inner'));
    await test.told('M/one');
  });

  it('does not tell of hidden names, but of those that take a folder out of the collection', async () => {
    await using folder = await tempFolder();
    using test = await watching(await open(), folder.join, 'quiet', 'marked');
    writeFileSync(folder.join('quiet/.hidden'), '');
    writeFileSync(folder.join('marked/.nomedia'), '');
    await test.told('M/marked');
  });

  it('watches what a further round names, tells of what is new to it, and drops the rest', async () => {
    await using folder = await tempFolder();
    using test = await watching(await open(), folder.join, 'first', 'second');
    test.folders.shift();
    mkdirSync(folder.join('third'));
    test.put(3, 'M/third', folder.join('third'));
    await test.watchAll();
    await test.told('M/third');
    writeFileSync(folder.join('first/song.mp3'), '');
    writeFileSync(folder.join('second/song.mp3'), '');
    writeFileSync(folder.join('third/song.mp3'), '');
    await test.told('M/second', 'M/third');
  });

  it('goes on watching a folder that was deleted and made anew', async () => {
    await using folder = await tempFolder();
    const path = folder.join('album');
    mkdirSync(path);
    using test = createTestWatcher(await open());
    test.put(1, 'M', folder.join('.'));
    test.put(2, 'M/album', path);
    await test.watchAll();
    rmSync(path, { recursive: true });
    mkdirSync(path);
    await test.told('M', 'M/album');
    writeFileSync(join(path, 'song.mp3'), '');
    await test.told('M/album');
  });

  it('goes on watching a folder that came back after it was told that it is gone', async () => {
    await using folder = await tempFolder();
    const path = folder.join('album');
    mkdirSync(path);
    using test = createTestWatcher(await open());
    test.put(1, 'M', folder.join('.'));
    test.put(2, 'M/album', path);
    await test.watchAll();
    rmSync(path, { recursive: true });
    await test.told('M', 'M/album');
    mkdirSync(path);
    await test.told('M', 'M/album');
    writeFileSync(join(path, 'song.mp3'), '');
    await test.told('M/album');
  });

  it('watches a renamed folder under its new name only', async () => {
    await using folder = await tempFolder();
    using test = await watching(await open(), folder.join, 'before');
    renameSync(folder.join('before'), folder.join('after'));
    await test.told('M/before');
    test.folders.length = 0;
    test.put(2, 'M/after', folder.join('after'));
    await test.watchAll();
    await test.told('M/after');
    writeFileSync(folder.join('after/song.mp3'), '');
    await test.told('M/after');
  });

  it('watches folders that changed places, and those whose number in the library is of another now', async () => {
    await using folder = await tempFolder();
    using test = await watching(await open(), folder.join, 'one', 'two');
    test.folders.length = 0;
    test.put(2, 'M/one', folder.join('one'));
    test.put(1, 'M/two', folder.join('two'));
    await test.watchAll();
    await test.told('M/one', 'M/two');
    writeFileSync(folder.join('one/song.mp3'), '');
    await test.told('M/one');
    writeFileSync(folder.join('two/song.mp3'), '');
    await test.told('M/two');
  });

  it('tells of a folder that is gone although a round goes on at that moment', async () => {
    await using folder = await tempFolder();
    mkdirSync(folder.join('music/album'), { recursive: true });
    using test = createTestWatcher(await open());
    test.put(1, 'M', folder.join('music'));
    test.put(2, 'M/album', folder.join('music/album'));
    await test.watchAll();
    renameSync(folder.join('music'), folder.join('away'));
    await test.watchAll();
    await test.until(() => expect(test.messages.flat()).toContain('M'));
  });

  it('counts folders that cannot be watched', async () => {
    await using folder = await tempFolder();
    using test = createTestWatcher(await open());
    test.put(1, 'M', folder.join('.'));
    test.put(2, 'M/gone', folder.join('gone'));
    test.put(3, 'N', folder.join('nowhere'));
    expect(await test.watchAll()).toBe(2);
  });

  it('tells of a storm in few messages', async () => {
    await using folder = await tempFolder();
    using test = createTestWatcher(await open());
    test.put(1, 'M', folder.join('.'));
    await test.watchAll();
    for (let number = 0; number < 5000; number += 1) writeFileSync(folder.join(`${number}.mp3`), '');
    await test.until(() => expect(test.messages.length).toBeGreaterThan(0));
    writeFileSync(folder.join('last.mp3'), '');
    await test.until(() => expect(test.messages.length).toBeGreaterThan(1));
    expect(test.messages.length).toBeLessThan(10);
    expect(new Set(test.messages.flat())).toEqual(new Set(['M']));
  });
});

/** A system that has news of the folder with the id 1 whenever a test says so. */
const createToldSystem = () => {
  let onNews = (): void => {};
  const open: OpenWatches = (given) => {
    onNews = given;
    return {
      begin: () => {},
      add: () => 'new',
      end: () => false,
      take: () => ({ changed: new Set([1]), lost: new Set(), isOverflown: false }),
      close: () => {},
    };
  };
  return { open, tell: () => onNews() };
};

describe('when changes are told of', () => {
  it('is after a quiet time, and at the latest five seconds after the first of them', async () => {
    const system = createToldSystem();
    using test = createTestWatcher(system.open);
    test.put(1, 'M', '/m');
    await test.watchAll();
    system.tell();
    await test.clock.advance(quietMs - 1);
    expect(test.messages).toEqual([]);
    system.tell();
    await test.clock.advance(quietMs - 1);
    expect(test.messages).toEqual([]);
    await test.clock.advance(1);
    expect(test.messages).toEqual([['M']]);
    for (let ms = 0; ms < 5000; ms += 500) {
      expect(test.messages).toHaveLength(1);
      system.tell();
      await test.clock.advance(500);
    }
    expect(test.messages).toHaveLength(2);
    await test.clock.advance(60_000);
    expect(test.messages).toHaveLength(2);
    system.tell();
    test.close();
    await test.clock.advance(60_000);
    expect(test.messages).toHaveLength(2);
  });

  it('is never after it was closed, not even while all is watched again', async () => {
    let rounds = 0;
    const system = createToldSystem();
    using test = createTestWatcher((onNews) => ({
      ...system.open(onNews),
      begin: () => {
        rounds += 1;
        if (rounds > 1) test.close();
      },
      take: () => ({ changed: new Set(), lost: new Set(), isOverflown: true }),
    }));
    await test.watchAll();
    system.tell();
    await test.clock.advance(60_000);
    expect([rounds, test.state.anything, test.messages]).toEqual([2, 0, []]);
  });
});
