import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CollectionStatus } from '@tonearm/contract';
import { freshFolder, keptFolder, type LibrarySize, libraryOf, scannedFolder, sizeOf } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { measureColdScan, rest, scanEnd, serve } from '../served-library.ts';
import { changeSuite } from './change.ts';
import { listsSuite, scanningSuite } from './lists.ts';
import { largeSongFolder, mediaSuite, writeLargeWav } from './media.ts';
import { startUpSuite } from './start-up.ts';
import { streamsSuite } from './streams.ts';

const databaseBytes = (dataFolder: string): number =>
  ['library.db', 'library.db-wal', 'state.db'].reduce((sum, name) => {
    const stat = statSync(join(dataFolder, name), { throwIfNoEntry: false });
    return sum + (stat?.size ?? 0);
  }, 0);

/** Measures the lists again while a second source is scanned for the first time. */
const whileScanning = async (
  served: Awaited<ReturnType<typeof serve>>,
  { musicFolder, idle }: { musicFolder: string; idle: readonly Figure[] },
): Promise<Figure[]> => {
  const source = libraryOf(sizeOf(10_000, { isLight: false })).musicFolder;
  const body = [
    { name: 'Music', source: musicFolder },
    { name: 'More', source },
  ];
  await served.client.json('mount_dirs', { method: 'PUT', body });
  const figures = await scanningSuite(served.client, idle);
  await scanEnd(served.client);
  return figures;
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
    const idle = await listsSuite(served.client);
    figures.push(...idle, ...(await whileScanning(served, { musicFolder: library.musicFolder, idle })));
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
