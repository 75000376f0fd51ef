import { createOneLibrary, type OneLibrary } from '../../library/one-library.ts';
import type { CollectionLookup, JsonTexts } from '../../library/read/library-reading.ts';
import { createPace } from '../../platform/slices.ts';
import { createByContent } from './by-content.ts';
import type { OpenedPlaylist } from './playlists.ts';

/** Part of a list, counted in songs that are there. `limit` is Infinity for all. */
interface SongPage {
  readonly offset: number;
  readonly limit: number;
}

/** Songs of a playlist as JSON texts. */
interface SongList {
  /** Songs of the whole playlist that are there now; null when nobody asked and counting would take long. */
  readonly total: number | null;
  /** About how many are on the page. */
  readonly count: number;
  readonly runs: JsonTexts;
  /** The whole list as it is sent, where it is remembered. */
  readonly encoded: Buffer | null;
}

/** All songs of a short playlist, and the list of them as it is sent. */
interface WholeList {
  readonly songs: readonly string[];
  readonly encoded: Buffer;
}

/** The songs behind the entries of playlists. Entries whose song is missing are left out, and kept. */
export interface PlaylistSongs {
  list(playlist: OpenedPlaylist, page: SongPage): Promise<SongList>;
  /** Places of entries whose song is missing now, lowest first. */
  findMissing(paths: readonly string[]): Promise<number[]>;
  /** Forgets what was counted and remembered: songs came, went or changed. */
  forget(): void;
}

/** Entries looked up in one go: about a millisecond. */
const runLength = 250;

/** Playlists of more rows than this are sent as they are read. */
const mostChunksAtOnce = 5;

/** Short playlists whose songs are remembered: opened again and again, they are not looked up each time. */
const mostRemembered = 4;

/** Long playlists whose counts are remembered. */
const mostCounted = 100;

async function* only(run: readonly string[]): AsyncGenerator<readonly string[]> {
  yield run;
}

type Lookup = Pick<CollectionLookup, 'findSongTexts'>;

async function* runsOf(lookup: Lookup, paths: readonly string[]): AsyncGenerator<string[]> {
  for (let at = 0; at < paths.length; at += runLength) {
    const texts = await lookup.findSongTexts(paths.slice(at, at + runLength));
    yield texts.filter((text) => text !== null);
  }
}

async function* allRuns(lookup: Lookup, playlist: OpenedPlaylist): AsyncGenerator<string[]> {
  for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1)
    yield* runsOf(lookup, await playlist.readChunk(chunk));
}

async function* pageRuns(
  lookup: Lookup,
  playlist: OpenedPlaylist,
  page: SongPage & { counts: readonly number[] },
): AsyncGenerator<string[]> {
  let skip = page.offset;
  let left = page.limit;
  for (let chunk = 0; chunk < playlist.chunkCount && left > 0; chunk += 1) {
    const count = page.counts[chunk] ?? 0;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    for await (const run of runsOf(lookup, await playlist.readChunk(chunk))) {
      const shown = run.slice(skip, skip + left);
      skip = Math.max(0, skip - run.length);
      left -= shown.length;
      yield shown;
      if (left <= 0) return;
    }
  }
}

const readWhole = async (lookup: Lookup, playlist: OpenedPlaylist): Promise<WholeList> => {
  const songs: string[] = [];
  const pace = createPace();
  for await (const run of allRuns(lookup, playlist)) {
    songs.push(...run);
    await pace();
  }
  return { songs, encoded: Buffer.from(`[${songs.join(',')}]`) };
};

/** Songs that are there in each chunk. */
const countChunks = async (lookup: Lookup, playlist: OpenedPlaylist): Promise<readonly number[]> => {
  const counted: number[] = [];
  const pace = createPace();
  for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1) {
    let count = 0;
    for await (const run of runsOf(lookup, await playlist.readChunk(chunk))) {
      count += run.length;
      await pace();
    }
    counted.push(count);
  }
  return counted;
};

const findMissing = async (lookup: Lookup, paths: readonly string[]): Promise<number[]> => {
  const pace = createPace();
  const missing: number[] = [];
  for (let at = 0; at < paths.length; at += runLength) {
    const texts = await lookup.findSongTexts(paths.slice(at, at + runLength));
    texts.forEach((text, offset) => {
      if (text === null) missing.push(at + offset);
    });
    await pace();
  }
  return missing;
};

/** @see PlaylistSongs */
export const createPlaylistSongs = (
  lookup: Lookup,
  oneLibrary: OneLibrary = createOneLibrary(),
): PlaylistSongs => {
  const counts = createByContent({ most: mostCounted }, (playlist) => countChunks(lookup, playlist));
  const wholes = createByContent({ most: mostRemembered, isByUse: true }, (playlist) =>
    readWhole(lookup, playlist),
  );

  const listAtOnce = async (playlist: OpenedPlaylist, page: SongPage): Promise<SongList> => {
    const { songs, encoded } = await wholes.of(playlist);
    const shown = songs.slice(page.offset, page.offset + page.limit);
    const isWhole = shown.length === songs.length;
    return { total: songs.length, count: shown.length, runs: only(shown), encoded: isWhole ? encoded : null };
  };

  return {
    list: async (playlist, page) => {
      if (playlist.chunkCount <= mostChunksAtOnce) return await listAtOnce(playlist, page);
      const isWhole = page.offset === 0 && page.limit === Number.POSITIVE_INFINITY;
      if (isWhole && !counts.has(playlist)) {
        const runs = oneLibrary.steadily(allRuns(lookup, playlist));
        return { total: null, count: Number.POSITIVE_INFINITY, runs, encoded: null };
      }
      const chunkCounts = await counts.of(playlist);
      const total = chunkCounts.reduce((sum, count) => sum + count, 0);
      const count = Math.max(0, Math.min(page.limit, total - page.offset));
      const runs = oneLibrary.steadily(pageRuns(lookup, playlist, { ...page, counts: chunkCounts }));
      return { total, count, runs, encoded: null };
    },
    findMissing: (paths) => findMissing(lookup, paths),
    forget: () => {
      counts.forget();
      wholes.forget();
    },
  };
};
