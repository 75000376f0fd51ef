import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFakeClock, tempFolder } from '@tonearm/testkit';
import { describe, expect, it, vi } from 'vitest';
import type { WatchedFolder } from '../../library/read/watched-folders-store.ts';
import type { RealPath } from '../../platform/paths/real-path.ts';
import { createFolderWatcher, type FolderWatcher, type FolderWatcherDeps } from './folder-watcher.ts';
import type { FolderWatches, RestingWatches } from './folder-watches.ts';
import { type InotifyCalls, openInotify } from './inotify-calls.ts';
import { createInotifyWatches } from './inotify-watches.ts';
import { createPlainWatches } from './plain-watches.ts';

type OpenWatches = (onNews: () => void) => FolderWatches;

/** How long the system may take to tell of a change; far more than it takes on an idle machine. */
const patience = { timeout: 150_000, interval: 10 };
/** Of the test's own clock; a change is told after so much quiet, in milliseconds. */
const quietMs = 700;

/** Watches folders of a list that may be changed between rounds, as the library's is. */
const createTestWatcher = (
  openWatches: OpenWatches,
  more: Pick<FolderWatcherDeps, 'lost' | 'restMs' | 'onRest'> = {},
) => {
  const folders: WatchedFolder[] = [];
  const messages: (readonly string[])[] = [];
  const state = { anything: 0 };
  const clock = createFakeClock();
  /** Lets quiet times pass until something holds. */
  const until = (assert: () => void): Promise<void> =>
    vi.waitFor(async () => {
      await clock.advance(quietMs);
      assert();
    }, patience);
  const watcher: FolderWatcher = createFolderWatcher({
    openWatches,
    readAll: () => [...folders],
    readSome: (ids) => folders.filter(({ id }) => ids.has(id)),
    onDirty: (paths) => messages.push(paths),
    onAnything: () => {
      state.anything += 1;
    },
    clock,
    ...more,
  });
  return {
    ...watcher,
    folders,
    messages,
    clock,
    until,
    state,
    put: (id: number, virtualPath: string, realPath: RealPath) => folders.push({ id, virtualPath, realPath }),
    /** Waits until exactly these were told of since the last time. */
    told: async (...paths: readonly string[]) => {
      await until(() => expect([...new Set(messages.flat())].toSorted()).toEqual(paths.toSorted()));
      messages.length = 0;
    },
    [Symbol.dispose]: watcher.close,
  };
};

const openRealInotify = async (): Promise<OpenWatches> => {
  const calls = await openInotify();
  return (onNews) => createInotifyWatches(calls, onNews);
};

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

describe.runIf(process.platform === 'linux')('watching folders with inotify', () => {
  it('watches folders whose names are not UTF-8', async () => {
    await using folder = await tempFolder();
    const path = Buffer.concat([Buffer.from(folder.join('caf')), Buffer.from([0xe9])]);
    mkdirSync(path);
    using test = createTestWatcher(await openRealInotify());
    test.put(1, 'M/caf', path);
    expect(await test.watchAll()).toBe(0);
    writeFileSync(Buffer.concat([path, Buffer.from('/song.mp3')]), '');
    await test.told('M/caf');
  });

  it('tells of every folder that shows the same one', async () => {
    await using folder = await tempFolder();
    mkdirSync(folder.join('real'));
    symlinkSync(folder.join('real'), folder.join('link'));
    using test = createTestWatcher(await openRealInotify());
    test.put(1, 'M/real', folder.join('real'));
    test.put(2, 'N/link', folder.join('link'));
    await test.watchAll();
    writeFileSync(folder.join('real/one.mp3'), '');
    await test.told('M/real', 'N/link');
    test.folders.shift();
    await test.watchAll();
    writeFileSync(folder.join('real/two.mp3'), '');
    await test.told('N/link');
  });

  it('leaves its watches when nothing happens for a while, and another goes on with them', async () => {
    await using folder = await tempFolder();
    const calls = await openInotify();
    const left: RestingWatches[] = [];
    const rest = { restMs: 10_000, onRest: (watches: RestingWatches) => left.push(watches) };
    using first = createTestWatcher((onNews) => createInotifyWatches(calls, onNews), rest);
    mkdirSync(folder.join('one'));
    first.put(1, 'M/one', folder.join('one'));
    first.put(2, 'M/gone', folder.join('gone'));
    expect(await first.watchAll()).toBe(1);
    await first.clock.advance(9_000);
    writeFileSync(folder.join('one/song.mp3'), '');
    await first.told('M/one');
    expect(left).toEqual([]);
    await first.until(() => expect(left).toHaveLength(1));
    expect(left[0]?.lost).toEqual([2]);
    expect(await first.watchAll()).toBe(0);
    // Nobody looks while this happens.
    writeFileSync(folder.join('one/other.mp3'), '');
    mkdirSync(folder.join('gone'));
    const again = await openInotify(left[0]?.instance);
    const rested = { descriptors: left[0]?.descriptors ?? new Int32Array(0), read: new Uint8Array() };
    using second = createTestWatcher((onNews) => createInotifyWatches(again, onNews, rested), {
      ...rest,
      lost: left[0]?.lost ?? null,
    });
    second.folders.push(...first.folders);
    await second.told('M/gone', 'M/one');
    // Everything is known still: nothing is new, and nothing is watched twice.
    expect(await second.watchAll()).toBe(0);
    writeFileSync(folder.join('gone/song.mp3'), '');
    await second.told('M/gone');
    expect(first.messages).toEqual([]);
    await second.until(() => expect(left).toHaveLength(2));
    again.close();
  });

  it('rests again after it was woken by what does not matter', async () => {
    await using folder = await tempFolder();
    const left: RestingWatches[] = [];
    const rest = { restMs: 10_000, onRest: (watches: RestingWatches) => left.push(watches) };
    const calls = await openInotify();
    const read = Buffer.alloc(16);
    read.writeInt32LE(1);
    read.writeUInt32LE(0x8000, 4);
    using test = createTestWatcher(
      (onNews) => createInotifyWatches(calls, onNews, { descriptors: new Int32Array([0, 1]), read }),
      { ...rest, lost: [] },
    );
    test.put(1, 'M', folder.join('.'));
    await test.until(() => expect(left).toHaveLength(1));
    expect(test.messages).toEqual([]);
    calls.close();
  });

  it('refuses what is no folder, and paths that are longer than the system takes', async () => {
    await using folder = await tempFolder();
    writeFileSync(folder.join('file'), '');
    using test = createTestWatcher(await openRealInotify());
    test.put(1, 'M', folder.join('.'));
    test.put(2, 'M/file', folder.join('file'));
    test.put(3, 'M/long', folder.join('x/'.repeat(4000)));
    expect(await test.watchAll()).toBe(2);
  });

  it('watches again and calls for a look at everything when the system lost count', async () => {
    await using folder = await tempFolder();
    mkdirSync(folder.join('album'));
    const limit = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
    using test = createTestWatcher(await openRealInotify());
    test.put(1, 'M', folder.join('.'));
    test.put(2, 'M/album', folder.join('album'));
    await test.watchAll();
    // Without a turn for the watcher between: more than the queue holds.
    for (let number = 0; number < limit; number += 1) {
      writeFileSync(folder.join('one.mp3'), '');
      rmSync(folder.join('one.mp3'));
    }
    rmSync(folder.join('album'), { recursive: true });
    mkdirSync(folder.join('album'));
    await test.until(() => expect(test.state.anything).toBe(1));
    await test.told('M/album');
    writeFileSync(folder.join('album/song.mp3'), '');
    await test.told('M/album');
  });

  it('tells nothing of each folder when there are too many', async () => {
    await using folder = await tempFolder();
    using test = createTestWatcher(await openRealInotify());
    await test.watchAll();
    for (let number = 1; number <= 2500; number += 1) {
      mkdirSync(folder.join(`${number}`));
      test.put(number, `M/${number}`, folder.join(`${number}`));
    }
    await test.watchAll();
    await test.until(() => expect(test.state.anything).toBe(1));
    expect(test.messages).toEqual([]);
  });
});

/** A system with so many watches to give. */
const createNarrowSystem = (most: number): InotifyCalls => {
  const watched = new Map<string, number>();
  let last = 0;
  return {
    add: (path) => {
      const text = path.toString('utf8', 0, path.indexOf(0));
      const known = watched.get(text);
      if (known !== undefined) return known;
      if (watched.size >= most) return -28;
      last += 1;
      watched.set(text, last);
      return last;
    },
    remove: (descriptor) => {
      for (const [path, known] of watched) if (known === descriptor) watched.delete(path);
    },
    read: () => 0,
    instance: -1,
    close: () => {},
  };
};

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

describe('a system that is out of watches', () => {
  it('leaves the rest to the period, and gives watches of dropped folders to new ones', async () => {
    await using folder = await tempFolder();
    using test = createTestWatcher((onNews) => createInotifyWatches(createNarrowSystem(3), onNews));
    for (let number = 1; number <= 5; number += 1) test.put(number, `M/${number}`, folder.join(`${number}`));
    test.folders[0] = { id: 1, virtualPath: 'M', realPath: folder.join('.') };
    expect(await test.watchAll()).toBe(2);
    test.folders.splice(0, 3, { id: 9, virtualPath: 'M', realPath: folder.join('..') });
    expect(await test.watchAll()).toBe(0);
    await test.told('M', 'M/4', 'M/5');
  });
});
