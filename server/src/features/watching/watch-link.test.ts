import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { expect, it, vi } from 'vitest';
import { openLibraryWriter } from '../../library/open-library.ts';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { createTestScanner } from '../scan/tests/test-scan.ts';
import { createWatchLink } from './watch-link.ts';

const begun = (link: Pick<ReturnType<typeof createWatchLink>, 'state'>): Promise<void> =>
  vi.waitFor(() => expect(link.state().mode).not.toBe('off'), { timeout: 150_000, interval: 5 });

it.runIf(process.platform === 'linux')(
  'ends its thread and leaves nothing open, however often it is begun',
  async () => {
    await using folder = await tempFolder();
    mkdirSync(folder.join('data'));
    openLibraryWriter(folder.join('data')).close();
    let lost = 0;
    const watchOnce = async (): Promise<void> => {
      const link = createWatchLink({
        dataFolder: folder.join('data'),
        clock: systemClock,
        log: silentLog,
        onDirty: () => {},
        onAnything: () => {},
        onLost: () => {
          lost += 1;
        },
      });
      link.refresh();
      await begun(link);
      await link.close();
      // Nobody is told of an end that was wished for, and nothing begins after it.
      link.refresh();
      expect(lost).toBe(0);
    };
    await watchOnce();
    const openFiles = (): number => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for (let count = 0; count < 20; count += 1) await watchOnce();
    expect(openFiles()).toBeLessThan(before + 5);
  },
);

it.runIf(process.platform === 'linux')(
  'tells of changes while its thread rests, of each once it was started again',
  async () => {
    await using folder = await tempFolder();
    await library().song('one.mp3', {}).writeTo(folder.join('music'));
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    const told: string[] = [];
    const watching = Promise.withResolvers<void>();
    const openFiles = (): number => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    const link = createWatchLink({
      dataFolder: folder.join('data'),
      clock: systemClock,
      restMs: 1,
      log: silentLog,
      onDirty: (folders) => told.push(...folders),
      onAnything: watching.resolve,
      onLost: () => told.push('lost'),
    });
    link.refresh();
    await watching.promise;
    for (let round = 0; round < 4; round += 1) {
      writeFileSync(folder.join(`music/${round}.mp3`), '');
      await vi.waitFor(() => expect(told).toEqual(['Music']), { timeout: 150_000, interval: 10 });
      told.length = 0;
      // One that rests, or is about to, goes on as before.
      if (round === 2) link.refresh();
    }
    expect(link.state()).toEqual({ mode: 'native', unwatchedCount: 0 });
    await link.close();
    expect(openFiles()).toBeLessThan(before + 3);
    expect(told).toEqual([]);
  },
  200_000,
);

it('says when its thread died, and begins again when it is refreshed', async () => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  mkdirSync(dataFolder);
  const lost = Promise.withResolvers<void>();
  let calls = 0;
  const link = createWatchLink({
    dataFolder,
    clock: systemClock,
    log: silentLog,
    onDirty: () => {},
    onAnything: () => {
      calls += 1;
    },
    onLost: lost.resolve,
  });
  // Without a library there is nothing that could be read.
  link.refresh();
  await lost.promise;
  openLibraryWriter(dataFolder).close();
  link.refresh();
  await begun(link);
  // There is nothing yet that anything could have happened to.
  expect(calls).toBe(0);
  await link.close();
});

it('calls for a look at everything when it begins to watch, and not when it is refreshed', async () => {
  await using folder = await tempFolder();
  await library().album('Gone', 1, { folder: 'Gone' }).writeTo(folder.join('music'));
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  // It is told of each time.
  rmSync(folder.join('music/Gone'), { recursive: true });
  let told = () => {};
  let calls = 0;
  const link = createWatchLink({
    dataFolder: folder.join('data'),
    clock: systemClock,
    log: { ...silentLog, warn: () => told() },
    onDirty: () => {},
    onAnything: () => {
      calls += 1;
    },
    onLost: () => {},
  });
  for (let round = 0; round < 3; round += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    told = resolve;
    link.refresh();
    await promise;
  }
  expect([calls, link.state().unwatchedCount]).toEqual([1, 1]);
  await link.close();
});
