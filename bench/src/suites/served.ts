import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CollectionStatus } from '@tonearm/contract';
import { freshFolder, keptFolder, type LibrarySize, libraryOf, scannedFolder, sizeOf } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { measureColdScan, rest, type ServedLibrary, scanEnd, serve } from '../served-library.ts';
import { changeSuite } from './change.ts';
import { listsSuite, type ScanBeside } from './lists.ts';
import { largeSongFolder, mediaSuite, writeLargeWav } from './media.ts';
import { startUpSuite } from './start-up.ts';
import { streamsSuite } from './streams.ts';

const databaseBytes = (dataFolder: string): number =>
  ['library.db', 'library.db-wal', 'state.db'].reduce((sum, name) => {
    const stat = statSync(join(dataFolder, name), { throwIfNoEntry: false });
    return sum + (stat?.size ?? 0);
  }, 0);

/** Scans a second source for the first time, and forgets it after. */
const scanOfMore = (
  served: ServedLibrary,
  { musicFolder, longestRestMs }: { musicFolder: string; longestRestMs: number },
): ScanBeside => {
  const music = { name: 'Music', source: musicFolder };
  const more = { name: 'More', source: libraryOf(sizeOf(10_000, { isLight: false })).musicFolder };
  const use = async (body: readonly { name: string; source: string }[]): Promise<void> => {
    await served.client.json('mount_dirs', { method: 'PUT', body });
  };
  return {
    begin: () => use([music, more]),
    end: async () => {
      await scanEnd(served.client);
      await use([music]);
      await scanEnd(served.client);
      await rest(served, longestRestMs);
    },
  };
};

/**
 * Lists idle and while a scan runs, media, streams, a change, start-up and database size, of one library.
 * @param isScanned whether the scan suite has just scanned it: its data are used then
 */
export const servedSuite = async (
  size: LibrarySize,
  { isScanned, longestRestMs }: { readonly isScanned: boolean; readonly longestRestMs: number },
): Promise<Figure[]> => {
  const library = libraryOf(size);
  const dataFolder = isScanned ? keptFolder(scannedFolder) : freshFolder('data-served');
  const figures: Figure[] = [];
  {
    await using served = await serve(dataFolder);
    if (!isScanned) await measureColdScan(served, library.musicFolder);
    await rest(served, longestRestMs);
    const { song_count: songCount } = await served.client.json<CollectionStatus>('collection_status');
    const scan = scanOfMore(served, { musicFolder: library.musicFolder, longestRestMs });
    figures.push(...(await listsSuite(served.client, scan)));
    const folder = largeSongFolder();
    const large = writeLargeWav(folder);
    const body = [
      { name: 'Music', source: library.musicFolder },
      { name: 'Large', source: folder },
    ];
    await served.client.json('mount_dirs', { method: 'PUT', body });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await scanEnd(served.client);
    figures.push(...(await mediaSuite(served.client, { musicFolder: library.musicFolder, large })));
    figures.push(...(await streamsSuite(served, large)));
    figures.push(await changeSuite(served.client, library.musicFolder));
    figures.push({ name: 'database.perSong', value: databaseBytes(dataFolder) / songCount, unit: 'bytes' });
  }
  return [...figures, ...(await startUpSuite(dataFolder))];
};
