import { close } from 'node:fs';
import { promisify } from 'node:util';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import { openInside } from '../../platform/paths/open-inside.ts';
import { readSongWords } from '../tags/index.ts';
import { parseWords, type Words } from './parse-words.ts';
import { findWordFiles } from './word-files.ts';

const closeFile = promisify(close);

/** What finding words stands on. */
export interface LyricsDeps {
  readonly lookup: Pick<CollectionLookup, 'findSongFile'>;
  /** Folders that the songs of a source, told by its folder, may lie in. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Never read from. */
  readonly dataFolder: string;
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

/** Makes it. */
export const createLyrics = (deps: LyricsDeps): Lyrics => ({
  of: async (virtualPath) => {
    const found = await deps.lookup.findSongFile(virtualPath);
    if (found === null) return null;
    const served = { folders: deps.foldersOf(found.sourceRealPath), forbidden: deps.dataFolder };
    const file = await openInside(found.realPath, served);
    if (file === null) return null;
    const words: SongWords[] = [];
    for (const beside of await findWordFiles(found.realPath, served))
      words.push({ origin: 'file', language: beside.language, ...beside.words });
    try {
      const own = await readSongWords(file);
      if (own !== null) words.push({ origin: 'song', language: null, ...parseWords(own, 'lrc') });
    } finally {
      await closeFile(file.descriptor);
    }
    return words.toSorted((a, b) => Number(b.isSynced) - Number(a.isSynced));
  },
});
