import { readdirSync } from 'node:fs';
import { createFakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createThumbnailCache, type ThumbnailCache } from './thumbnail-cache.ts';
import { thumbnailName } from './thumbnail-options.ts';

let folder: TempFolder;
let cache: ThumbnailCache;
const open = (limitBytes: number): ThumbnailCache =>
  createThumbnailCache({
    folder: folder.join('artwork'),
    limitBytes,
    clock: createFakeClock(),
    log: silentLog,
  });
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(async () => {
  cache.close();
  await folder[Symbol.asyncDispose]();
});

const names = Array.from({ length: 40 }, (_, at) =>
  thumbnailName(`${at}`.padStart(4, '0'), { size: 'small', isPadded: true, format: 'jpeg' }),
);
const put = (name: string): Promise<void> =>
  cache.put(name, { bytes: Buffer.from(name), contentType: 'image/jpeg' });
const shown = async (name: string): Promise<string | null> => String((await cache.open(name))?.body ?? null);
const fileCount = (): number =>
  readdirSync(cache.folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('index.db'),
  ).length;

describe('thumbnails that are being written', () => {
  it('are kept when they are asked for meanwhile', async () => {
    cache = open(1e6);
    await Promise.all(names.flatMap((name) => [put(name), cache.open(name)]));
    expect(await Promise.all(names.map(shown))).toEqual(names);
  });

  it('leave no file behind that nobody counts when room is made meanwhile', async () => {
    cache = open(names.join('').length / 4);
    await Promise.all(names.toReversed().map(put));
    const files = fileCount();
    const kept = (await Promise.all(names.map(shown))).filter((text) => text !== 'null');
    expect(files).toBe(kept.length);
    expect(files).toBeLessThanOrEqual(names.length / 4);
  });
});
