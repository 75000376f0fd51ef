import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createTestScanner } from '../../features/scan/tests/test-scan.ts';
import { AppError } from '../../platform/app-error.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { openLibraryKeeper } from '../library-keeper.ts';
import { openLibraryWriter } from '../open-library.ts';
import { createLibraryFeed, type LibraryFeed } from './library-feed.ts';
import { allRows } from './test-feed.ts';
import { createMemoryStore, type MemoryStore } from './test-memory-store.ts';

const patience = { timeout: 60_000, interval: 20 };

/** A process that reads its own library and follows. */
const openServing = (dataFolder: string, store: MemoryStore) => {
  const lines: string[] = [];
  const revisions: number[] = [];
  mkdirSync(dataFolder, { recursive: true });
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  const keeper = openLibraryKeeper({ dataFolder, clock: systemClock, log });
  const feed = createLibraryFeed({
    dataFolder,
    store,
    adopt: keeper.adopt,
    onChanged: () =>
      revisions.push(
        Number(keeper.raw.prepare("SELECT value FROM meta WHERE key = 'revision'").pluck().get()),
      ),
    onPublished: () => {},
    onFenced: () => lines.push('fenced'),
    onDamaged: (error) => keeper.report(String(error)),
    clock: systemClock,
    log,
  });
  keeper.start({ letGo: feed.pause, begin: feed.resume });
  return {
    ...{ raw: keeper.raw, lines, revisions, keeper, feed },
    close: async () => {
      await feed.close();
      await keeper.close();
    },
  };
};

/** A process that scans and publishes. */
const openLeading = async (dataFolder: string, store: MemoryStore, epoch = 1) => {
  const test = createTestScanner(dataFolder, { isFollowed: true, rowsPerBatch: 3 });
  const fences: string[] = [];
  const feed: LibraryFeed = createLibraryFeed({
    dataFolder,
    store,
    adopt: () => {
      throw new Error('The one that scans has a library.');
    },
    onChanged: () => {},
    onPublished: test.scanner.published,
    onFenced: () => fences.push('fenced'),
    onDamaged: (error) => {
      throw error;
    },
    clock: systemClock,
    log: createLog({ level: 'error', write: () => {} }),
  });
  await feed.lead(epoch);
  return {
    ...{ test, feed, fences },
    scan: async () => {
      await test.scan();
      feed.wake();
      await feed.settled();
    },
    close: async () => {
      await feed.close();
      await test[Symbol.asyncDispose]();
    },
  };
};

type Leading = Awaited<ReturnType<typeof openLeading>>;
type Serving = ReturnType<typeof openServing>;

const isSame = async (serving: Serving, leading: Leading): Promise<void> => {
  await expect.poll(() => allRows(serving.raw), patience).toEqual(allRows(leading.test.library));
};

/** One that scans, and the folder of its music. */
const begin = async (folder: { join(name: string): string }) => {
  const root = folder.join('music');
  await library().album('Picnic', 5).album('Storm', 4).writeTo(root);
  const store = createMemoryStore();
  const leading = await openLeading(folder.join('leader'), store);
  leading.test.sources = [{ name: 'Music', realPath: root }];
  await leading.scan();
  return { root, store, leading };
};

/** A later version, with one index more, scans from now on. */
const publishAsLater = async (dataFolder: string, store: MemoryStore): Promise<void> => {
  const { raw, close } = openLibraryWriter(dataFolder);
  raw.exec("CREATE INDEX later ON songs (codec); INSERT INTO migrations VALUES ('9999-later', 0)");
  close();
  const ignore = (): void => {};
  const feed = createLibraryFeed({
    ...{ dataFolder, store, clock: systemClock, log: createLog({ level: 'error', write: ignore }) },
    ...{ adopt: () => false, onChanged: ignore, onPublished: ignore, onFenced: ignore, onDamaged: ignore },
  });
  await feed.lead(2);
  await feed.settled();
  await feed.close();
};

describe('processes that share one library', () => {
  it('have what the one that scans wrote last, before it ended', async () => {
    await using folder = await tempFolder();
    const { root, store, leading } = await begin(folder);
    const serving = openServing(folder.join('serving'), store);
    serving.feed.follow();
    await isSame(serving, leading);
    await library().album('Late', 2).writeTo(root);
    // Nobody wakes it for what this writes.
    await leading.test.scan();
    const before = allRows(leading.test.library);
    await leading.close();
    await expect.poll(() => allRows(serving.raw), patience).toEqual(before);
    await serving.close();
  });

  it('have what one of them scans, from the beginning and after every change', async () => {
    await using folder = await tempFolder();
    const { root, store, leading } = await begin(folder);
    const serving = openServing(folder.join('serving'), store);
    serving.feed.follow();
    await isSame(serving, leading);
    await serving.feed.settled();
    expect(serving.feed.isReady()).toBe(true);
    await library().album('New', 3).writeTo(root);
    rmSync(`${root}/Storm`, { recursive: true });
    await leading.scan();
    await isSame(serving, leading);
    await serving.feed.settled();
    expect(serving.revisions.at(-1)).toBe(leading.test.scanner.collectionStatus().revision);
    // Batches, no second copy.
    expect(serving.lines.filter((line) => line.includes('was fetched'))).toHaveLength(1);
    // What everybody has does not wait any more.
    writeFileSync(`${root}/Picnic/broken.mp3`, 'text');
    await leading.scan();
    expect(leading.test.library.prepare('SELECT count(*) FROM feed_outbox').pluck().get()).toBeLessThan(4);
    await serving.close();
    await leading.close();
  });

  it('catch up when nobody told them, and when the store was away', async () => {
    await using folder = await tempFolder();
    const { root, store, leading } = await begin(folder);
    const serving = openServing(folder.join('serving'), store);
    serving.feed.follow();
    await isSame(serving, leading);
    store.isTelling = false;
    store.failure = new AppError('unavailable', 'away');
    await library().album('New', 3).writeTo(root);
    await leading.scan();
    expect(leading.test.library.prepare('SELECT count(*) FROM feed_outbox').pluck().get()).toBeGreaterThan(0);
    store.failure = null;
    leading.feed.wake();
    await leading.feed.settled();
    serving.feed.wake();
    await isSame(serving, leading);
    await serving.close();
    await leading.close();
  });

  it('fetch a library anew when theirs is damaged or gone', async () => {
    await using folder = await tempFolder();
    const { store, leading } = await begin(folder);
    const serving = openServing(folder.join('serving'), store);
    serving.feed.follow();
    await isSame(serving, leading);
    serving.keeper.report('damaged by the test');
    await isSame(serving, leading);
    expect(serving.lines.filter((line) => line.includes('was fetched'))).toHaveLength(2);
    await serving.close();
    await leading.close();
  });

  it('let the one that is elected next go on from what it has, and stop the one before', async () => {
    await using folder = await tempFolder();
    const { root, store, leading } = await begin(folder);
    const serving = openServing(folder.join('serving'), store);
    serving.feed.follow();
    await isSame(serving, leading);
    await serving.close();
    const next = await openLeading(folder.join('serving'), store, 2);
    next.test.sources = [{ name: 'Music', realPath: root }];
    await next.scan();
    expect(next.test.scanner.status()).toMatchObject({ files_read: 0, song_count: 9 });
    // What the one before still writes reaches nobody.
    await library().album('Apart', 2).writeTo(root);
    const before = store.batches().length;
    await leading.scan();
    expect(leading.fences).toEqual(['fenced']);
    expect(store.batches()).toHaveLength(before);
    await next.scan();
    // It follows now, and finds that what it wrote itself is nobody's.
    await leading.close();
    const former = openServing(folder.join('leader'), store);
    former.feed.follow();
    await isSame(former, next);
    expect(former.lines.some((line) => line.includes('was fetched'))).toBe(true);
    await former.close();
    await next.close();
  });

  it('go on after a process was killed between its commit and publishing it', async () => {
    await using folder = await tempFolder();
    const { root, store, leading } = await begin(folder);
    const serving = openServing(folder.join('serving'), store);
    serving.feed.follow();
    await isSame(serving, leading);
    await leading.feed.close();
    await library().album('New', 3).writeTo(root);
    await leading.test.scan();
    await leading.test[Symbol.asyncDispose]();
    const again = await openLeading(folder.join('leader'), store, 2);
    again.test.sources = [{ name: 'Music', realPath: root }];
    await again.scan();
    expect(again.test.scanner.status()).toMatchObject({ files_read: 0, song_count: 12 });
    await isSame(serving, again);
    expect(serving.lines.filter((line) => line.includes('was fetched'))).toHaveLength(1);
    await serving.close();
    await again.close();
  });

  it('answer from what they have while another version scans', async () => {
    await using folder = await tempFolder();
    const { store, leading } = await begin(folder);
    const serving = openServing(folder.join('serving'), store);
    serving.feed.follow();
    await isSame(serving, leading);
    const before = allRows(serving.raw);
    await serving.close();
    await leading.close();
    await publishAsLater(folder.join('leader'), store);
    const again = openServing(folder.join('serving'), store);
    again.feed.follow();
    await again.feed.settled();
    expect(allRows(again.raw)).toEqual(before);
    expect(again.lines.join()).toContain('is of another version of Tonearm');
    await again.close();
    const fresh = openServing(folder.join('fresh'), store);
    fresh.feed.follow();
    await fresh.feed.settled();
    expect(fresh.lines.join()).toContain('is of a newer version of Tonearm: start that version here, too');
    expect(fresh.raw.prepare('SELECT count(*) FROM songs').pluck().get()).toBe(0);
    await fresh.close();
  });
});
