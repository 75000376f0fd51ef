import { createOneLibrary, type OneLibrary } from '../../library/one-library.ts';
import type { CollectionLookup, JsonTexts } from '../../library/read/library-reading.ts';
import { createPace } from '../../platform/slices.ts';
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

/** @see PlaylistSongs */
export const createPlaylistSongs = (
  lookup: Pick<CollectionLookup, 'findSongTexts'>,
  oneLibrary: OneLibrary = createOneLibrary(),
): PlaylistSongs => {
  /** Songs that are there in each chunk, by content. */
  let counts = new Map<number, readonly number[]>();

  /** All songs of the playlists that were listed last, by content. */
  let remembered = new Map<number, WholeList>();

  const jsonOf = async (paths: readonly string[]): Promise<string[]> =>
    (await lookup.findSongTexts(paths)).filter((text) => text !== null);

  async function* runsOf(paths: readonly string[]): AsyncGenerator<string[]> {
    for (let at = 0; at < paths.length; at += runLength) yield await jsonOf(paths.slice(at, at + runLength));
  }

  async function* allRuns(playlist: OpenedPlaylist): AsyncGenerator<string[]> {
    for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1)
      yield* runsOf(await playlist.readChunk(chunk));
  }

  const readWhole = async (playlist: OpenedPlaylist): Promise<WholeList> => {
    const songs: string[] = [];
    const pace = createPace();
    for await (const run of allRuns(playlist)) {
      songs.push(...run);
      await pace();
    }
    return { songs, encoded: Buffer.from(`[${songs.join(',')}]`) };
  };

  const wholeOf = async (playlist: OpenedPlaylist): Promise<WholeList> => {
    // Songs that come or go meanwhile make another map; what is read here is not put into that one.
    const current = remembered;
    const whole = current.get(playlist.contentId) ?? (await readWhole(playlist));
    current.delete(playlist.contentId);
    const oldest = current.keys().next().value;
    if (current.size >= mostRemembered && oldest !== undefined) current.delete(oldest);
    current.set(playlist.contentId, whole);
    return whole;
  };

  const listAtOnce = async (playlist: OpenedPlaylist, page: SongPage): Promise<SongList> => {
    const { songs, encoded } = await wholeOf(playlist);
    const shown = songs.slice(page.offset, page.offset + page.limit);
    const isWhole = shown.length === songs.length;
    return { total: songs.length, count: shown.length, runs: only(shown), encoded: isWhole ? encoded : null };
  };

  const countChunks = async (playlist: OpenedPlaylist): Promise<readonly number[]> => {
    const counted: number[] = [];
    const pace = createPace();
    for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1) {
      let count = 0;
      for await (const run of runsOf(await playlist.readChunk(chunk))) {
        count += run.length;
        await pace();
      }
      counted.push(count);
    }
    return counted;
  };

  const countsOf = async (playlist: OpenedPlaylist): Promise<readonly number[]> => {
    const known = counts.get(playlist.contentId);
    if (known !== undefined) return known;
    // Songs that come or go meanwhile make another map; what is counted here is not put into that one.
    const current = counts;
    const counted = await countChunks(playlist);
    const oldest = current.keys().next().value;
    if (current.size >= mostCounted && oldest !== undefined) current.delete(oldest);
    current.set(playlist.contentId, counted);
    return counted;
  };

  async function* pageRuns(
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
      for await (const run of runsOf(await playlist.readChunk(chunk))) {
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
      if (playlist.chunkCount <= mostChunksAtOnce) return await listAtOnce(playlist, page);
      const isWhole = page.offset === 0 && page.limit === Number.POSITIVE_INFINITY;
      if (isWhole && !counts.has(playlist.contentId)) {
        return {
          total: null,
          count: Number.POSITIVE_INFINITY,
          runs: oneLibrary.steadily(allRuns(playlist)),
          encoded: null,
        };
      }
      const chunkCounts = await countsOf(playlist);
      const total = chunkCounts.reduce((sum, count) => sum + count, 0);
      const count = Math.max(0, Math.min(page.limit, total - page.offset));
      const runs = oneLibrary.steadily(pageRuns(playlist, { ...page, counts: chunkCounts }));
      return { total, count, runs, encoded: null };
    },
    findMissing: async (paths) => {
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
    },
    forget: () => {
      counts = new Map();
      remembered = new Map();
    },
  };
};
