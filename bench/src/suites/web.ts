import type { CollectionStatus, Song } from '@tonearm/contract';
import { library } from '@tonearm/testkit';
import type { BenchOptions } from '../bench-options.ts';
import { keptFolder, type LibrarySize, libraryOf } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { measureColdScan, rest, type ServedLibrary, scanEnd, serve } from '../served-library.ts';
import { albumMeasures } from '../web/album-measures.ts';
import { openBenchBrowser } from '../web/bench-browser.ts';
import { firstLoadMeasures } from '../web/first-load-measures.ts';
import { inputMeasures } from '../web/input-measures.ts';
import { layerMeasures } from '../web/layer-measures.ts';
import { queueMeasures } from '../web/queue-measures.ts';
import { soundMeasures } from '../web/sound-measures.ts';

/** Scans the library once; later runs find it scanned. */
const fill = async (served: ServedLibrary, musicFolder: string, longestRestMs: number): Promise<void> => {
  const { song_count } = await served.client.json<CollectionStatus>('collection_status');
  if (song_count === 0) await measureColdScan(served, musicFolder);
  await scanEnd(served.client);
  await rest(served, longestRestMs);
};

/** Songs that sound, for a library of light files: as many as are played. */
const soundingSongs = 20;
const soundingSeconds = 60;

/** What is played where the library has no sound: a source beside it, saved as the playlist that is played. */
const addSound = async (served: ServedLibrary, musicFolder: string): Promise<void> => {
  const folder = keptFolder('sounding');
  const how = { artist: 'Sounding', format: 'mp3', seconds: soundingSeconds, cover: 'Folder.jpg' } as const;
  await library().album('Sounding', soundingSongs, how).writeTo(folder);
  const sources = [
    { name: 'Music', source: musicFolder },
    { name: 'Sound', source: folder },
  ];
  await served.client.json('mount_dirs', { method: 'PUT', body: sources });
  await scanEnd(served.client);
  const songs = await served.client.json<Song[]>('flatten/Sound');
  await served.client.json('playlist/sound', {
    method: 'PUT',
    body: { tracks: songs.map(({ path }) => path) },
  });
};

/**
 * The web client in Chromium, on the built product and a library. Of light files only what needs no sound of theirs.
 * @param only beginnings of names of figures, between commas; empty for all
 */
export const webSuite = async (
  size: LibrarySize,
  { only, longestRestMs }: Pick<BenchOptions, 'only' | 'longestRestMs'>,
): Promise<Figure[]> => {
  const { musicFolder } = libraryOf(size);
  await using served = await serve(keptFolder(`data-web-${size.name}`));
  await fill(served, musicFolder, longestRestMs);
  if (size.isLight) await addSound(served, musicFolder);
  const all = await served.client.json<Song[]>('flatten/Music');
  await using browser = await openBenchBrowser(served);
  const parts: readonly [begins: readonly string[], measure: () => Promise<Figure[]>][] = [
    [['load', 'signIn'], () => firstLoadMeasures(browser, served)],
    [['sound'], size.isLight ? () => Promise.resolve([]) : () => soundMeasures(browser, served)],
    [['input', 'search'], () => inputMeasures(browser, served)],
    [['palette', 'nowPlaying'], () => layerMeasures(browser, served)],
    [['queue', 'player', 'list'], () => queueMeasures(browser, served, all)],
    [['albums'], () => albumMeasures(browser, served)],
  ];
  const wanted = only.split(',');
  const figures: Figure[] = [];
  for (const [begins, measure] of parts) {
    if (!begins.some((begin) => wanted.some((text) => text.startsWith(begin) || begin.startsWith(text))))
      continue;
    figures.push(...(await measure()));
  }
  return figures;
};
