import { closeSync, fstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePipes } from '../../../../test/named-pipe.ts';
import { batchesALook, createFetchSoon, type SongToFetch } from './fetch-soon.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const songAt = (name: string): SongToFetch => ({ path: folder.join(name), name });

const write = (name: string, sizeBytes: number): SongToFetch => {
  writeFileSync(folder.join(name), Buffer.alloc(sizeBytes));
  return songAt(name);
};

/** A reader that waits for such a part of its files, and what is fetched before it reads. */
const rig = (partWaitedFor: () => number) => {
  const fetched: [position: number, lengthBytes: number][] = [];
  let waits = 0;
  const soon = createFetchSoon(
    { waits: () => waits, time: (work) => work() },
    async () => (_, position, lengthBytes) => {
      fetched.push([position, lengthBytes]);
    },
  );
  return {
    soon,
    /** Reads a batch. @returns what was fetched before */
    read: async (...songs: SongToFetch[]) => {
      fetched.length = 0;
      const noteRead = await soon.before(songs);
      waits += partWaitedFor() * songs.length;
      noteRead();
      return [...fetched];
    },
  };
};

/** Files that this process has open. */
const descriptors = (): number => readdirSync('/proc/self/fd').length;

const head: [number, number] = [0, 65_536];
/** The first from a disk, the second in memory, where a few wait all the same. */
const [most, few] = [0.5, 0.25];

describe('songs of a batch', () => {
  it('are fetched where the first was waited for, until another is read without and was not', async () => {
    const song = write('song.mp3', 10);
    let part = most;
    const { read } = rig(() => part);
    expect(await read(song)).toEqual([]);
    for (let batch = 1; batch < batchesALook; batch += 1) expect(await read(song)).toEqual([head]);
    part = few;
    expect(await read(song)).toEqual([]);
    for (let batch = 1; batch < batchesALook; batch += 1) expect(await read(song)).toEqual([]);
    part = most;
    expect(await read(song)).toEqual([]);
    expect(await read(song, write('other.mp3', 10))).toEqual([head, head]);
  });

  it('are looked at by files, not by batches, and a batch of none tells nothing', async () => {
    const song = write('song.mp3', 10);
    const { read } = rig(() => few);
    expect(await read()).toEqual([]);
    expect(await read(song, song, song)).toEqual([]);
    expect(await read(song)).toEqual([]);
  });

  it('are fetched as far as they are read: their heads, and ends where those lie beyond', async () => {
    const { read } = rig(() => most);
    await read(write('first.mp3', 1));
    const songs = [write('a.mp3', 65_536), write('b.ogg', 65_537), write('c.FLAC', 99_999)];
    expect(await read(...songs)).toEqual([head, head, [61_441, 4096], head]);
  });

  it('that are gone, or no files, are left to who reads them', async () => {
    const { read } = rig(() => most);
    const song = write('song.mp3', 1);
    await read(song);
    mkdirSync(folder.join('folder.mp3'));
    makePipes(folder.join('pipe.mp3'));
    const others = ['gone.mp3', 'folder.mp3', 'pipe.mp3', 'a\0b.mp3'].map(songAt);
    expect(await read(...others, song)).toEqual([head]);
  });

  it('stay open until they are read, as many as there is room for', async () => {
    const { read, soon } = rig(() => most);
    await read(write('first.mp3', 1));
    const songs = [...Array.from({ length: 129 }, (_, at) => write(`${at}.mp3`, 1)), songAt('gone.mp3')];
    const noteRead = await soon.before([...songs, songs[0] ?? songAt('')]);
    expect(soon.take(songs[129]?.path ?? '')).toBeNull();
    const descriptor = soon.take(songs[0]?.path ?? '')?.descriptor ?? -1;
    expect([fstatSync(descriptor).size, soon.take(songs[0]?.path ?? '')]).toEqual([1, null]);
    expect([soon.take(songs[128]?.path ?? ''), soon.take(songs[127]?.path ?? '')]).toEqual([
      null,
      { descriptor: expect.any(Number), stats: expect.objectContaining({ size: 1 }) },
    ]);
    noteRead();
    expect(soon.take(songs[1]?.path ?? '')).toBeNull();
    closeSync(descriptor);
  });

  it('are closed also where nobody came to read them', async () => {
    const { read, soon } = rig(() => most);
    await read(write('first.mp3', 1));
    const before = descriptors();
    const [one, other] = [write('a.mp3', 1), write('b.mp3', 1)];
    await soon.before([one, one, other]);
    expect(descriptors()).toBe(before + 2);
    (await soon.before([]))();
    expect(descriptors()).toBe(before);
  });

  it('are read as ever where the system does not know how, which is asked once', async () => {
    let [waits, asked] = [0, 0];
    const soon = createFetchSoon({ waits: () => waits, time: (work) => work() }, async () => {
      asked += 1;
      return null;
    });
    const song = write('song.mp3', 1);
    for (let batch = 0; batch < batchesALook; batch += 1) {
      const noteRead = await soon.before([song]);
      waits += 1;
      noteRead();
    }
    expect(asked).toBe(1);
  });
});
