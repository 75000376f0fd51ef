import type { CollectionStatus } from '@tonearm/contract';
import { freshFolder, keptFolder, type LibrarySize, libraryOf, scannedFolder, sizeOf } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { databaseBytes, scanOfMore } from '../scan-beside.ts';
import { measureColdScan, rest, scanEnd, serve } from '../served-library.ts';
import { changeSuite } from './change.ts';
import { flattenSuite } from './flatten.ts';
import { listsSuite } from './lists.ts';
import { largeSongFolder, mediaSuite, writeLargeWav } from './media.ts';
import { startUpSuite } from './start-up.ts';
import { streamsSuite } from './streams.ts';

const servedFiles = ['library.db', 'library.db-wal', 'state.db'];

/**
 * Lists idle and while a scan runs, media, streams, a change, the whole collection in one answer, start-up and database
 * size, of one library.
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
    const more = libraryOf(sizeOf(10_000, { isLight: false })).musicFolder;
    const scan = scanOfMore(served, { music: library.musicFolder, more, longestRestMs });
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
    figures.push({
      name: 'database.perSong',
      value: databaseBytes(dataFolder, servedFiles) / songCount,
      unit: 'bytes',
    });
  }
  return [...figures, ...(await flattenSuite(dataFolder)), ...(await startUpSuite(dataFolder))];
};
