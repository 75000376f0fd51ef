import type { CollectionLookup } from '../../library/read/library-reading.ts';
import { isInBucket } from '../../platform/bucket/bucket-address.ts';
import type { MediaFiles } from '../../platform/bucket/remote-files.ts';
import { letGo, type ServedFolders } from '../../platform/paths/open-inside.ts';
import { readSongWords } from '../tags/index.ts';
import { parseWords, type Words } from './parse-words.ts';
import { findWordFiles } from './word-files.ts';

/** What finding words stands on. */
export interface LyricsDeps {
  readonly lookup: Pick<CollectionLookup, 'findSongFile'>;
  /** Folders that the songs of a source, told by its folder, may lie in. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Never read from. */
  readonly dataFolder: string;
  readonly media: MediaFiles;
}

/** Words of a song, and where they stand. */
interface SongWords extends Words {
  readonly origin: 'song' | 'file';
  readonly language: string | null;
}

/** Words of songs, read from their files when they are asked for. */
export interface Lyrics {
  /**
   * All that there are, the best first: timed ones, then those of a file beside the song, then its own.
   * @returns null where there is no such song
   */
  of(virtualPath: string): Promise<readonly SongWords[] | null>;
}

/** @returns null when the song is not there */
const wordsInside = async (
  media: MediaFiles,
  path: Buffer,
  served: ServedFolders,
): Promise<{ readonly text: string | null } | null> => {
  if (isInBucket(path)) {
    const found = await media.remote.find(path, served);
    return found === null ? null : { text: await media.remote.wordsInside(path, served) };
  }
  const file = await media.open(path, served);
  if (file === null) return null;
  try {
    return { text: await readSongWords(file) };
  } finally {
    letGo(file);
  }
};

/** Makes it. */
export const createLyrics = (deps: LyricsDeps): Lyrics => ({
  of: async (virtualPath) => {
    const found = await deps.lookup.findSongFile(virtualPath);
    if (found === null) return null;
    const served = { folders: deps.foldersOf(found.sourceRealPath), forbidden: deps.dataFolder };
    const own = await wordsInside(deps.media, found.realPath, served);
    if (own === null) return null;
    const words: SongWords[] = [];
    for (const beside of await findWordFiles(found.realPath, { served, media: deps.media }))
      words.push({ origin: 'file', language: beside.language, ...beside.words });
    if (own.text !== null) words.push({ origin: 'song', language: null, ...parseWords(own.text, 'lrc') });
    return words.toSorted((a, b) => Number(b.isSynced) - Number(a.isSynced));
  },
});
