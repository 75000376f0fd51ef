import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderCover } from './covers/index.ts';
import { makeSongs } from './song-makers.ts';
import { type PlannedAlbum, planCollection } from './song-plan.ts';
import type { SongJob } from './song-worker.ts';

/** Raised whenever the demo would sound, look or be named differently. */
const DEMO_VERSION = 3;

/** Says, inside the collection, which version is there and which files belong to it. Hidden, so no scan sees it. */
const MARKER = '.tonearm-demo.json';

interface Marker {
  version: number;
  files: string[];
}

/** How far the making has come, in songs. */
export interface DemoProgress {
  done: number;
  total: number;
}

/** Choices for {@link makeDemoCollection}. */
export interface DemoOptions {
  onProgress?: (progress: DemoProgress) => void;
  /** Default: every album. */
  albums?: readonly PlannedAlbum[];
}

/** What lies in the folder now. */
export interface DemoCollection {
  /** False when it was there already. */
  isNew: boolean;
  /** Songs and covers, inside the folder. */
  files: string[];
}

/**
 * Makes the demo collection in a folder: about a hundred pieces of old music, played by a synthesizer of our
 * own, with generated covers. The same files come out every time. What is there already in this version is
 * left alone; what an older version made is replaced; other files are never touched.
 */
export async function makeDemoCollection(folder: string, options: DemoOptions = {}): Promise<DemoCollection> {
  const albums = options.albums ?? planCollection();
  const files = albums.flatMap(filesOf);
  const marker = await readMarker(folder);
  if (marker?.version === DEMO_VERSION && files.every((file) => marker.files.includes(file))) {
    return { isNew: false, files };
  }
  for (const file of marker?.files ?? []) await rm(join(folder, file), { force: true });
  const jobs: SongJob[] = [];
  for (const album of albums) jobs.push(...(await writeCover(folder, album)));
  let done = 0;
  options.onProgress?.({ done, total: jobs.length });
  await makeSongs(jobs, () => options.onProgress?.({ done: ++done, total: jobs.length }));
  const made: Marker = { version: DEMO_VERSION, files };
  await writeFile(join(folder, MARKER), JSON.stringify(made, null, 1));
  return { isNew: true, files };
}

function filesOf(album: PlannedAlbum): string[] {
  const songs = album.songs.map(({ path }) => path);
  return album.coverFile ? [...songs, `${album.folder}/${album.coverFile}`] : songs;
}

async function readMarker(folder: string): Promise<Marker | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, MARKER), 'utf8')) as Marker;
  } catch {
    // Missing or half written: then nothing is known to be there.
    return undefined;
  }
}

/** Writes the picture beside the songs, and tells what songs are to be made. */
async function writeCover(folder: string, album: PlannedAlbum): Promise<SongJob[]> {
  const isPng = album.coverFile === 'Folder.png';
  const picture = await renderCover(album.cover, isPng ? 'png' : 'jpeg');
  if (album.coverFile) {
    const file = join(folder, album.folder, album.coverFile);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, picture);
  }
  return album.songs.map((song) => ({
    song,
    file: join(folder, song.path),
    picture: song.isEmbedded ? picture : undefined,
    mime: isPng ? 'image/png' : 'image/jpeg',
  }));
}
