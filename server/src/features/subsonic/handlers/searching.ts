import type { Item } from '@tonearm/contract';
import type { AppReading, FolderFacts, PageOf } from '../../../library/read/apps/app-reading.ts';
import type { JsonRun, List } from '../../../library/read/library-reading.ts';
import type { ListPage } from '../../../library/read/list-page.ts';
import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import type { CallOf, Handlers } from '../call.ts';
import type { WalkPages } from '../pages/walk-pages.ts';
import type { Shaping } from '../shaping/shaping.ts';
import { inRuns, type Run } from '../wire/tree.ts';

/** What searching stands on. */
export interface SearchingDeps {
  readonly apps: AppReading;
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly pages: WalkPages;
  readonly sourceOf: (musicFolderId: number | undefined) => string | null;
  /** Folders, then songs, that hold every word; nothing for no words. */
  readonly find: (query: string, page: ListPage) => Promise<List>;
  /** Words of a query as they are compared. */
  readonly wordsOf: (query: string) => readonly string[];
}

/** Entries made at once. */
const runLength = 500;

/** Songs among which newer ones are looked for. */
const mostLookedAt = 10_000;

/** Empty means everything: apps that keep the whole library walk it so, with quotes or without. */
const isEverything = (query: string): boolean => ['', '""', "''"].includes(query);

const trimmed = (query: string | undefined): string => (query ?? '').trim().replace(/\*$/, '').trim();

interface Part {
  readonly source: string | null;
  readonly offset: number;
  readonly count: number;
}

type SearchParameters = CallOf<'search3'>['parameters'];

const partsOf = (parameters: SearchParameters, source: string | null) => ({
  artists: { source, offset: parameters.artistOffset, count: parameters.artistCount },
  albums: { source, offset: parameters.albumOffset, count: parameters.albumCount },
  songs: { source, offset: parameters.songOffset, count: parameters.songCount },
});

/** A page of something in runs that are made as they are sent. */
async function* runsOf<Entry>(
  { offset, count, source }: Part,
  read: (page: { source: string | null; offset: number; limit: number }) => Promise<readonly Entry[]>,
  shape: (entries: readonly Entry[]) => Promise<Run>,
): AsyncGenerator<Run> {
  for (let done = 0; done < count; ) {
    const limit = Math.min(runLength, count - done);
    const entries = await read({ source, offset: offset + done, limit });
    if (entries.length > 0) yield await shape(entries);
    if (entries.length < limit) return;
    done += limit;
  }
}

const pathOf = (item: Item): string => ('Song' in item ? item.Song.path : item.Directory.path);

/** Virtual paths of what a run holds. */
const pathsOf = (run: JsonRun): string[] =>
  (JSON.parse(`[${Buffer.isBuffer(run) ? run.toString() : run.join(',')}]`) as Item[]).map(pathOf);

const firstLevel = (path: string): boolean => path.split('/').length === 2;

/** Songs, folders, albums and artists that words are found in. */
export const createWordSearch = ({
  apps,
  music,
  find,
  wordsOf,
}: Pick<SearchingDeps, 'apps' | 'music' | 'find' | 'wordsOf'>) => {
  /** Virtual paths of what is found, of the kind that is wanted. */
  const foundPaths = async (
    query: string,
    kind: 'folder' | 'song',
    { source, offset, count }: Part,
    isWanted: (path: string) => boolean = () => true,
  ): Promise<string[]> => {
    if (count === 0) return [];
    const { directoryCount = 0, total } = await find(query, { offset: 0, limit: 0 });
    const isPlain = source === null && kind === 'song';
    const begin = kind === 'song' ? directoryCount : 0;
    const end = kind === 'song' ? total : directoryCount;
    const from = isPlain ? begin + offset : begin;
    const limit = isPlain ? Math.min(count, Math.max(0, end - from)) : end - begin;
    const { runs } = await find(query, { offset: from, limit });
    const paths: string[] = [];
    for await (const run of runs) {
      for (const path of pathsOf(run)) {
        if ((source === null || path.startsWith(`${source}/`)) && isWanted(path)) paths.push(path);
      }
      if (!isPlain && paths.length >= offset + count) break;
    }
    return isPlain ? paths : paths.slice(offset, offset + count);
  };
  return {
    songs: async (query: string, part: Part): Promise<readonly MusicSong[]> => {
      const paths = await foundPaths(query, 'song', part);
      const songs: MusicSong[] = [];
      for (let at = 0; at < paths.length; at += runLength)
        for (const song of await music.songsByPath(paths.slice(at, at + runLength)))
          if (song !== null) songs.push(song);
      return songs;
    },
    folders: async (query: string, part: Part, isArtist: boolean): Promise<FolderFacts[]> => {
      const isWanted = isArtist
        ? firstLevel
        : (path: string): boolean => !firstLevel(path) && path.includes('/');
      const paths = await foundPaths(query, 'folder', part, isWanted);
      const folders = await Promise.all(paths.map(apps.folderAt));
      return folders.filter((folder) => folder !== null);
    },
    albums: (query: string, { source, offset, count }: Part) =>
      apps.findAlbums(wordsOf(query), { source, offset, limit: count }),
    artists: (query: string, { source, offset, count }: Part) =>
      apps.findArtists(wordsOf(query), { source, offset, limit: count }),
  };
};

type Words = ReturnType<typeof createWordSearch>;

async function* walkRuns(
  { offset, count, source }: Part,
  read: (page: PageOf) => ReturnType<WalkPages['page']>,
): AsyncGenerator<Run> {
  for (let done = 0; done < count; ) {
    const limit = Math.min(runLength, count - done);
    const page = await read({ source, offset: offset + done, limit });
    if (page.count > 0) yield page.entries;
    if (page.count < limit) return;
    done += limit;
  }
}

/** Everything, a song after the other. */
const everySongOf =
  ({ pages }: SearchingDeps) =>
  (userId: number, part: Part) =>
    inRuns(walkRuns(part, (page) => pages.page(userId, { of: 'songs', page })));

/** Artists and albums of tags. */
const createTagSearch = (deps: SearchingDeps, byWords: Words): Pick<Handlers, 'search3'> => {
  const { apps, shaping, sourceOf } = deps;
  const everySong = everySongOf(deps);
  return {
    search3: async ({ caller: { userId }, parameters }) => {
      const query = trimmed(parameters.query);
      const parts = partsOf(parameters, sourceOf(parameters.musicFolderId));
      if (!isEverything(query)) {
        return {
          searchResult3: await shaping.together(userId, {
            artist: shaping.artists(await byWords.artists(query, parts.artists)),
            album: shaping.albums(await byWords.albums(query, parts.albums)),
            song: shaping.songs(await byWords.songs(query, parts.songs)),
          }),
        };
      }
      return {
        searchResult3: {
          artist: inRuns(
            runsOf(parts.artists, apps.artists, (some) =>
              shaping.told(userId, shaping.indexedArtists.inList(some)),
            ),
          ),
          album: inRuns(
            walkRuns(parts.albums, (page) =>
              deps.pages.page(userId, { of: 'albums', order: { by: 'row' }, page }),
            ),
          ),
          song: everySong(userId, parts.songs),
        },
      };
    },
  };
};

/** Folders, as artists and as albums. */
const createFolderSearch = (deps: SearchingDeps, byWords: Words): Pick<Handlers, 'search2'> => {
  const { apps, shaping, sourceOf } = deps;
  const everySong = everySongOf(deps);

  return {
    search2: async ({ caller: { userId }, parameters }) => {
      const query = trimmed(parameters.query);
      const parts = partsOf(parameters, sourceOf(parameters.musicFolderId));
      if (!isEverything(query)) {
        const [artists, albums] = [
          await byWords.folders(query, parts.artists, true),
          await byWords.folders(query, parts.albums, false),
        ];
        return {
          searchResult2: await shaping.together(userId, {
            artist: shaping.folderArtists.inList(artists),
            album: shaping.folders(albums),
            song: shaping.songs(await byWords.songs(query, parts.songs)),
          }),
        };
      }
      const folders = async (page: { source: string | null; offset: number; limit: number }) =>
        (await apps.folders({ by: 'row' }, page)).entries;
      return {
        searchResult2: {
          artist: inRuns(
            runsOf(parts.artists, apps.topFolders, (some) =>
              shaping.told(userId, shaping.folderArtists.inList(some)),
            ),
          ),
          album: inRuns(runsOf(parts.albums, folders, (some) => shaping.told(userId, shaping.folders(some)))),
          song: everySong(userId, parts.songs),
        },
      };
    },
  };
};

/** What people type, and the walks of apps that keep the whole library. */
export const createSearchHandlers = (
  deps: SearchingDeps,
): Pick<Handlers, 'search' | 'search2' | 'search3'> => {
  const { shaping } = deps;
  const byWords = createWordSearch(deps);
  return {
    ...createTagSearch(deps, byWords),
    ...createFolderSearch(deps, byWords),
    search: async ({ caller, parameters }) => {
      const { artist, album, title, any, count, offset, newerThan } = parameters;
      const query = [artist, album, title, any].filter((words) => words !== undefined).join(' ');
      if (newerThan !== undefined) {
        const all = await byWords.songs(query, { source: null, offset: 0, count: mostLookedAt });
        const newer = all.filter(({ addedAt }) => addedAt * 1000 > newerThan);
        const match = await shaping.songEntries(caller.userId, newer.slice(offset, offset + count));
        return { searchResult: { offset, totalHits: newer.length, match } };
      }
      const { directoryCount = 0, total } = await deps.find(query, { offset: 0, limit: 0 });
      const songs = await byWords.songs(query, { source: null, offset, count });
      return {
        searchResult: {
          offset,
          totalHits: total - directoryCount,
          match: await shaping.songEntries(caller.userId, songs),
        },
      };
    },
  };
};
