import type { CollectionStatus, Song } from '@tonearm/contract';
import { keptFolder, type LibrarySize, libraryOf } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { measureColdScan, rest, type ServedLibrary, scanEnd, serve } from '../served-library.ts';
import { openBenchBrowser } from '../web/bench-browser.ts';
import { firstLoadMeasures } from '../web/first-load-measures.ts';
import { gapMeasures } from '../web/gap-measures.ts';
import { inputMeasures } from '../web/input-measures.ts';
import { layerMeasures } from '../web/layer-measures.ts';
import { queueMeasures } from '../web/queue-measures.ts';
import { soundMeasures } from '../web/sound-measures.ts';

/** Scans the library once; later runs find it scanned. */
const fill = async (served: ServedLibrary, musicFolder: string): Promise<void> => {
  const { song_count } = await served.client.json<CollectionStatus>('collection_status');
  if (song_count === 0) await measureColdScan(served, musicFolder);
  await scanEnd(served.client);
  await rest(served);
};

/** The web client in Chromium, on the built product and a library. */
export const webSuite = async (size: LibrarySize): Promise<Figure[]> => {
  const library = libraryOf(size);
  await using served = await serve(keptFolder(`data-web-${size.name}`));
  await fill(served, library.musicFolder);
  const all = await served.client.json<Song[]>('flatten/Music');
  await using browser = await openBenchBrowser(served);
  return [
    ...(await firstLoadMeasures(browser, served)),
    ...(await soundMeasures(browser, served)),
    ...(await gapMeasures(browser, served, all)),
    ...(await inputMeasures(browser, served)),
    ...(await layerMeasures(browser, served)),
    ...(await queueMeasures(browser, served, all)),
  ];
};
