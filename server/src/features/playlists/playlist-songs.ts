import { createOneLibrary, type OneLibrary } from '../../library/one-library.ts';
import type { CollectionLookup } from '../../library/read/lookup.ts';
import { inSlices } from '../../platform/slices.ts';
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
  readonly runs: Iterable<readonly string[]>;
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

/** @see PlaylistSongs */
export const createPlaylistSongs = (
  lookup: Pick<CollectionLookup, 'findSongTexts'>,
  oneLibrary: OneLibrary = createOneLibrary(),
): PlaylistSongs => {
  /** Songs that are there in each chunk, by content. */
  let counts = new Map<number, readonly number[]>();

  /** All songs of the playlists that were listed last, by content. */
  let remembered = new Map<number, WholeList>();

  const jsonOf = (paths: readonly string[]): string[] =>
    lookup.findSongTexts(paths).filter((text) => text !== null);

  function* runsOf(paths: readonly string[]): Generator<string[]> {
    for (let at = 0; at < paths.length; at += runLength) yield jsonOf(paths.slice(at, at + runLength));
  }

  function* allRuns(playlist: OpenedPlaylist): Generator<string[]> {
    for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1) yield* runsOf(playlist.readChunk(chunk));
  }

  function* readWhole(playlist: OpenedPlaylist): Generator<undefined, WholeList> {
    const songs: string[] = [];
    for (const run of allRuns(playlist)) {
      songs.push(...run);
      yield;
    }
    return { songs, encoded: Buffer.from(`[${songs.join(',')}]`) };
  }

  function* wholeOf(playlist: OpenedPlaylist): Generator<undefined, WholeList> {
    // Songs that come or go meanwhile make another map; what is read here is not put into that one.
    const current = remembered;
    const whole = current.get(playlist.contentId) ?? (yield* readWhole(playlist));
    current.delete(playlist.contentId);
    const oldest = current.keys().next().value;
    if (current.size >= mostRemembered && oldest !== undefined) current.delete(oldest);
    current.set(playlist.contentId, whole);
    return whole;
  }

  function* listAtOnce(playlist: OpenedPlaylist, page: SongPage): Generator<undefined, SongList> {
    const { songs, encoded } = yield* wholeOf(playlist);
    const shown = songs.slice(page.offset, page.offset + page.limit);
    const isWhole = shown.length === songs.length;
    return { total: songs.length, count: shown.length, runs: [shown], encoded: isWhole ? encoded : null };
  }

  function* countChunks(playlist: OpenedPlaylist): Generator<undefined, readonly number[]> {
    const counted: number[] = [];
    for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1) {
      let count = 0;
      for (const run of runsOf(playlist.readChunk(chunk))) {
        count += run.length;
        yield;
      }
      counted.push(count);
    }
    return counted;
  }

  const countsOf = async (playlist: OpenedPlaylist): Promise<readonly number[]> => {
    const known = counts.get(playlist.contentId);
    if (known !== undefined) return known;
    // Songs that come or go meanwhile make another map; what is counted here is not put into that one.
    const current = counts;
    const counted = await inSlices(countChunks(playlist));
    const oldest = current.keys().next().value;
    if (current.size >= mostCounted && oldest !== undefined) current.delete(oldest);
    current.set(playlist.contentId, counted);
    return counted;
  };

  function* pageRuns(
    playlist: OpenedPlaylist,
    page: SongPage & { counts: readonly number[] },
  ): Generator<string[]> {
    let skip = page.offset;
    let left = page.limit;
    for (let chunk = 0; chunk < playlist.chunkCount && left > 0; chunk += 1) {
      const count = page.counts[chunk] ?? 0;
      if (skip >= count) {
        skip -= count;
        continue;
      }
      for (const run of runsOf(playlist.readChunk(chunk))) {
        const shown = run.slice(skip, skip + left);
        skip = Math.max(0, skip - run.length);
        left -= shown.length;
        yield shown;
        if (left <= 0) return;
      }
    }
  }

  return {
    list: async (playlist, page) => {
      if (playlist.chunkCount <= mostChunksAtOnce) return await inSlices(listAtOnce(playlist, page));
      const isWhole = page.offset === 0 && page.limit === Number.POSITIVE_INFINITY;
      if (isWhole && !counts.has(playlist.contentId)) {
        return {
          total: null,
          count: Number.POSITIVE_INFINITY,
          runs: oneLibrary.steady(allRuns(playlist)),
          encoded: null,
        };
      }
      const chunkCounts = await countsOf(playlist);
      const total = chunkCounts.reduce((sum, count) => sum + count, 0);
      const count = Math.max(0, Math.min(page.limit, total - page.offset));
      const runs = oneLibrary.steady(pageRuns(playlist, { ...page, counts: chunkCounts }));
      return { total, count, runs, encoded: null };
    },
    forget: () => {
      counts = new Map();
      remembered = new Map();
    },
  };
};
