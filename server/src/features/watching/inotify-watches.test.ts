import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import type { RestingWatches } from './folder-watches.ts';
import { type InotifyCalls, openInotify } from './inotify-calls.ts';
import { createInotifyWatches } from './inotify-watches.ts';
import { createTestWatcher, openRealInotify } from './test-folder-watcher.ts';

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
