import { mkdirSync, readdirSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { openLibraryWriter } from '../../library/open-library.ts';
import { silentLog } from '../../platform/log.ts';
import { createWatchLink } from './watch-link.ts';

it.runIf(process.platform === 'linux')(
  'ends its thread and leaves nothing open, however often it is begun',
  async () => {
    await using folder = await tempFolder();
    mkdirSync(folder.join('data'));
    openLibraryWriter(folder.join('data')).close();
    let lost = 0;
    const watchOnce = async (): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const link = createWatchLink({
        dataFolder: folder.join('data'),
        log: silentLog,
        onDirty: () => {},
        onAnything: resolve,
        onLost: () => {
          lost += 1;
        },
      });
      link.refresh();
      await promise;
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

it('says when its thread died, and begins again when it is refreshed', async () => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  mkdirSync(dataFolder);
  const lost = Promise.withResolvers<void>();
  const watching = Promise.withResolvers<void>();
  const link = createWatchLink({
    dataFolder,
    log: silentLog,
    onDirty: () => {},
    onAnything: watching.resolve,
    onLost: lost.resolve,
  });
  // Without a library there is nothing that could be read.
  link.refresh();
  await lost.promise;
  openLibraryWriter(dataFolder).close();
  link.refresh();
  await watching.promise;
  await link.close();
});
