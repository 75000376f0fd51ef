import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import koffi from 'koffi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReadSoon } from './read-soon.ts';

const isLinux = process.platform === 'linux';

/** What the system wrote is thrown out of its memory. @see posix_fadvise(2) */
const dontNeed = 4;

/** Not the folder of temporary files, which may be in memory alone. */
const onDisk = join(import.meta.dirname, '..', '..', '..', '..', '.cache');

let folder: string;
let forget: (descriptor: number) => void;
beforeAll(() => {
  mkdirSync(onDisk, { recursive: true });
  folder = mkdtempSync(join(onDisk, 'read-soon-'));
  if (!isLinux) return;
  const types = ['int', 'int64_t', 'int64_t', 'int'];
  const call = koffi.load(null).func('posix_fadvise', 'int', types);
  forget = (descriptor) => call(descriptor, 0, 0, dontNeed) as number;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** File systems of a disk of its own that fetch what they are asked for, and no more: ext4 and XFS. @see statfs(2) */
const plainKinds = new Set([0xef53, 0x58465342]);

/** Bytes that this process had fetched from a disk; null where the system does not count them. */
const fetchedBytes = (): number | null => {
  try {
    const bytes = /^read_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1];
    return bytes === undefined ? null : Number(bytes);
  } catch {
    return null;
  }
};

/** What had to be fetched for some work on a file that is on the disk alone. */
const fetchedFor = (name: string, work: (descriptor: number) => void): number => {
  const descriptor = openSync(join(folder, name), 'wx+');
  try {
    writeSync(descriptor, Buffer.alloc(1024 * 1024, name));
    fsyncSync(descriptor);
    forget(descriptor);
    const before = fetchedBytes() ?? 0;
    work(descriptor);
    return (fetchedBytes() ?? 0) - before;
  } finally {
    closeSync(descriptor);
  }
};

describe('a part of a file that will be read', () => {
  it.skipIf(!isLinux || fetchedBytes() === null /* nobody counts what is fetched */)(
    'is fetched from its disk, and nothing else of it',
    async ({ skip }) => {
      if (!plainKinds.has(statfsSync(folder).type)) skip('another kind of file system');
      const read = fetchedFor(
        'read',
        (descriptor) => void readSync(descriptor, Buffer.alloc(65_536), { position: 0 }),
      );
      if (read === 0) skip('a disk that is in memory');
      const readSoon = await openReadSoon();
      const part = { position: 131_072, lengthBytes: 65_536 };
      const soon = fetchedFor('soon', (descriptor) => {
        readSoon?.(descriptor, part.position, part.lengthBytes);
        // It is there, or on its way: reading has nothing more to fetch.
        readSync(descriptor, Buffer.alloc(part.lengthBytes), { position: part.position });
      });
      const begun = fetchedFor('begun', (descriptor) =>
        readSoon?.(descriptor, part.position, part.lengthBytes),
      );
      expect([begun, soon]).toEqual([part.lengthBytes, part.lengthBytes]);
    },
  );

  it.skipIf(!isLinux /* Linux alone has it */)('is none of what is no file any more', async () => {
    const readSoon = await openReadSoon();
    expect(readSoon).not.toBeNull();
    expect(() => readSoon?.(-1, 0, 4096)).not.toThrow();
  });
});
