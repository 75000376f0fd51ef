import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePipes } from '../../../test/named-pipe.ts';
import { type CachedOpen, createCachedOpen, openOpenNoWait } from '../memory/cached-open.ts';
import { closeOpened, letGo, type OpenedFile, openInside, type ServedFolders } from './open-inside.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'open-inside-'));
  for (const folder of ['music', 'more', 'outside', 'music2']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'music/song.mp3'), 'song');
  writeFileSync(join(root, 'more/other.mp3'), 'other');
  writeFileSync(join(root, 'outside/secret'), 'secret');
  writeFileSync(join(root, 'music2/twin.mp3'), 'twin');
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (...parts: string[]): Buffer => Buffer.from(join(root, ...parts));

/** As if all of it was known by heart. */
const atOnce = async (folders: readonly string[]): Promise<CachedOpen> => {
  const call = await openOpenNoWait();
  const openCached = createCachedOpen({ open: async () => call, kind: async () => 0xef53 });
  for (const folder of folders) openCached(Buffer.from(join(folder, 'any')), [folder]);
  await new Promise((resolve) => setImmediate(resolve));
  return openCached;
};

const ways = { 'by another thread': async () => undefined, 'at once where it can': atOnce };

const descriptorCount = (): number => readdirSync('/proc/self/fd').length;

describe.each(Object.entries(ways))('opening inside served folders, %s', (_, way) => {
  let openCached: CachedOpen | undefined;
  beforeEach(async () => {
    openCached = await way(['music', 'more', 'alias'].map((folder) => join(root, folder)));
  });

  const openIn = (path: Buffer, served: ServedFolders): Promise<OpenedFile | null> =>
    openInside(path, served, openCached);

  /** What is read through `openInside`, with `music` and `more` served. */
  const readInside = async (path: Buffer, forbidden?: string): Promise<string | null> => {
    const file = await openIn(path, { folders: [join(root, 'music'), join(root, 'more')], forbidden });
    if (file === null) return null;
    const bytes = Buffer.alloc(file.sizeBytes);
    readSync(file.descriptor, bytes, 0, bytes.length, 0);
    await closeOpened(file);
    return bytes.toString();
  };

  it('opens files, also through links that end inside one of them', async () => {
    symlinkSync(join(root, 'more'), join(root, 'music/link'));
    expect(await readInside(at('music/song.mp3'))).toBe('song');
    expect(await readInside(at('music/link/other.mp3'))).toBe('other');
  });

  it('opens nothing outside, whatever leads there', async () => {
    symlinkSync(join(root, 'outside/secret'), join(root, 'music/a.mp3'));
    symlinkSync(join(root, 'outside'), join(root, 'music/b'));
    symlinkSync('a-loop', join(root, 'music/a-loop'));
    expect(await readInside(at('music/a.mp3'))).toBeNull();
    expect(await readInside(at('music/b/secret'))).toBeNull();
    expect(await readInside(at('music2/twin.mp3'))).toBeNull();
    expect(await readInside(at('music/a-loop'))).toBeNull();
    expect(await readInside(Buffer.from('/etc/passwd'))).toBeNull();
    expect(await readInside(Buffer.from('/proc/self/environ'))).toBeNull();
  });

  it('opens nothing in the forbidden folder', async () => {
    expect(await readInside(at('music/song.mp3'), join(root, 'music'))).toBeNull();
  });

  it('opens regular files only', async () => {
    makePipes(join(root, 'music/pipe'));
    expect(await readInside(at('music/pipe'))).toBeNull();
    expect(await readInside(at('music'))).toBeNull();
    expect(await readInside(Buffer.from('/dev/zero'))).toBeNull();
  });

  it('follows a served folder that is itself a link', async () => {
    symlinkSync(join(root, 'music'), join(root, 'alias'));
    const file = await openIn(at('alias/song.mp3'), { folders: [join(root, 'alias')] });
    expect(file?.sizeBytes).toBe(4);
    if (file !== null) await closeOpened(file);
  });

  it('closes what somebody let go of, soon', async () => {
    const before = descriptorCount();
    const file = await openIn(at('music/song.mp3'), { folders: [join(root, 'music')] });
    expect(descriptorCount()).toBe(before + 1);
    if (file !== null) letGo(file);
    await vi.waitFor(() => expect(descriptorCount()).toBe(before), { timeout: 60_000 });
  });

  it('tells the size and the time of a file in milliseconds', async () => {
    const changedMs = Date.UTC(2021, 4, 6, 7, 8, 9, 250);
    utimesSync(join(root, 'music/song.mp3'), changedMs / 1000, changedMs / 1000);
    const file = await openIn(at('music/song.mp3'), { folders: [join(root, 'music')] });
    expect([file?.sizeBytes, file?.mtimeMs]).toEqual([4, changedMs]);
    if (file !== null) await closeOpened(file);
  });

  it('tells a changed file by its identity', async () => {
    const identityNow = async () => {
      const file = await openIn(at('music/song.mp3'), { folders: [join(root, 'music')] });
      if (file !== null) await closeOpened(file);
      return file?.identity;
    };
    const first = await identityNow();
    expect(await identityNow()).toBe(first);
    writeFileSync(join(root, 'music/song.mp3'), 'SONG');
    expect(await identityNow()).not.toBe(first);
  });

  it('gives no byte from outside while a link is swapped under it, and keeps no descriptor', async () => {
    const inside = join(root, 'music/good');
    const outside = join(root, 'music/bad');
    const shown = join(root, 'music/shown');
    const before = descriptorCount();
    const seen = new Set<string | null>();
    for (let round = 0; round < 500; round += 1) {
      symlinkSync(join(root, 'outside/secret'), outside);
      symlinkSync(join(root, 'music/song.mp3'), inside);
      renameSync(inside, shown);
      const reading = readInside(Buffer.from(shown));
      await new Promise((resolve) => (round % 3 === 0 ? setImmediate(resolve) : resolve(undefined)));
      renameSync(outside, shown);
      seen.add(await reading);
    }
    expect([...seen]).not.toContain('secret');
    expect(seen).toContain('song');
    expect(descriptorCount()).toBe(before);
  });
});
