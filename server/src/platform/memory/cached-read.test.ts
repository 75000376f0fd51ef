import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CachedRead, createCachedRead, openReadNoWait } from './cached-read.ts';

const mebibyte = 1024 * 1024;

/** After the next turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('reading what the system keeps in memory', () => {
  /** One with a call of ours, which was opened already. */
  const opened = async (
    call: (into: Buffer) => number,
  ): Promise<{ read: CachedRead; nextTurn: () => void }> => {
    const turns: (() => void)[] = [];
    const read = createCachedRead({
      open: async () => (_, into) => call(into),
      nextTurn: (callback) => turns.push(callback),
    });
    expect(read(0, Buffer.alloc(1), 0)).toBeNull();
    await turn();
    const nextTurn = (): void => {
      for (const callback of turns.splice(0)) callback();
    };
    return { read, nextTurn };
  };

  it('leaves to others what a disk would be waited for', async () => {
    let answer = -1;
    const { read } = await opened(() => answer);
    expect(read(0, Buffer.alloc(9), 0)).toBeNull();
    answer = 5;
    expect(read(0, Buffer.alloc(9), 0)).toBe(5);
    // The end of the file.
    answer = 0;
    expect(read(0, Buffer.alloc(9), 0)).toBe(0);
  });

  it('reads a mebibyte in a turn of the event loop, and leaves the rest to others', async () => {
    const { read, nextTurn } = await opened((into) => into.length);
    const half = Buffer.alloc(mebibyte / 2);
    expect([read(0, half, 0), read(0, half, 0), read(0, half, 0)]).toEqual([half.length, half.length, null]);
    nextTurn();
    expect([read(0, half, 0), read(0, half, 0), read(0, half, 0)]).toEqual([half.length, half.length, null]);
  });

  it('leaves everything to others where the system has no such call', async () => {
    let openings = 0;
    const read = createCachedRead({
      open: async () => {
        openings += 1;
        return null;
      },
    });
    for (let time = 0; time < 3; time += 1) {
      expect(read(0, Buffer.alloc(9), 0)).toBeNull();
      await turn();
    }
    expect(openings).toBe(1);
  });
});

describe.runIf(process.platform === 'linux')('the call of the system', () => {
  let folder: TempFolder;
  let descriptor: number;

  beforeEach(async () => {
    folder = await tempFolder();
    writeFileSync(
      folder.join('song'),
      Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31) % 251)),
    );
    // It is in memory from here on.
    readFileSync(folder.join('song'));
    descriptor = openSync(folder.join('song'), 'r');
  });

  afterEach(async () => {
    closeSync(descriptor);
    await folder[Symbol.asyncDispose]();
  });

  it('reads as any read does, wherever it begins', async () => {
    const read = await openReadNoWait();
    fc.assert(
      fc.property(fc.nat(80_000), fc.integer({ min: 1, max: 90_000 }), (position, length) => {
        const [ours, others] = [Buffer.alloc(length), Buffer.alloc(length)];
        const byteCount = readSync(descriptor, others, 0, length, position);
        const own = read?.(descriptor, ours, position) ?? -2;
        // Where the folder is of a system without it, it says so.
        if (own === -1) return;
        expect(own).toBe(byteCount);
        expect(ours.equals(others)).toBe(true);
      }),
    );
  });

  it('says so for a file that cannot be read so, and for none', async () => {
    const read = await openReadNoWait();
    const maps = openSync('/proc/self/maps', 'r');
    expect(read?.(maps, Buffer.alloc(10), 0)).toBe(-1);
    closeSync(maps);
    expect(read?.(-1, Buffer.alloc(10), 0)).toBe(-1);
  });
});
