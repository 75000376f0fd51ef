import { AppError } from '../../platform/app-error.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { readChunks, readContents, type StoredPlaylist } from './playlist-store.ts';

/**
 * A row of a content by its number: a JSON list of virtual paths.
 * @throws AppError unavailable when the playlist was replaced long ago
 */
export type ReadChunk = (chunk: number) => Promise<string>;

/** Rows that one statement brings: 32,000 entries, two or three megabytes. */
const mostAtOnce = 32;

/** Contents of no more rows are read whole. */
export const mostOfShort = 5;

const replaced = (): AppError => new AppError('unavailable', 'The playlist was replaced meanwhile.');

/**
 * Reads rows of one content. Whoever reads them one after the other gets more and more of them with one statement; of a
 * short one all. What was read last is known until something else is.
 * @param known all of its rows, where those are known already
 */
export const createChunkReader = (
  query: StateQuery,
  { contentId, chunkCount }: StoredPlaylist,
  known: readonly string[] | null = null,
): ReadChunk => {
  let first = 0;
  let rows = known ?? [];
  return async (chunk) => {
    const read = chunk < first ? undefined : rows[chunk - first];
    if (read !== undefined) return read;
    const isShort = chunkCount <= mostOfShort && chunk < chunkCount;
    const isNext = rows.length > 0 && chunk === first + rows.length;
    const from = isShort ? 0 : chunk;
    const length = isShort ? chunkCount : isNext ? Math.min(rows.length * 2, mostAtOnce) : 1;
    const count = Math.max(1, Math.min(length, chunkCount - from));
    const brought = await readChunks(query, contentId, { first: from, count });
    const wanted = brought[chunk - from];
    if (brought.length < count || wanted === undefined) throw replaced();
    first = from;
    rows = brought;
    return wanted;
  };
};

/**
 * Reads rows of many contents, a statement for all that are wanted of them, as far as those are not too much together.
 * They are best read in their order.
 * @param isWanted whether somebody will read it; asked whenever more is read
 * @returns a reader for each
 */
export const createChunkReaders = (
  query: StateQuery,
  all: readonly StoredPlaylist[],
  isWanted: (content: StoredPlaylist) => boolean,
): readonly ReadChunk[] => {
  let loaded: ReadonlyMap<number, readonly (string | undefined)[]> = new Map();

  /** What one statement brings, beginning with one of them. */
  const idsFrom = (at: number): number[] => {
    const ids: number[] = [];
    let count = 0;
    for (let next = at; next < all.length; next += 1) {
      const content = all[next] as StoredPlaylist;
      const isSkipped = next > at && (content.chunkCount === 0 || !isWanted(content));
      if (isSkipped || content.chunkCount > mostAtOnce) continue;
      count += content.chunkCount;
      if (count > mostAtOnce) break;
      ids.push(content.contentId);
    }
    return ids;
  };

  return all.map((content, at): ReadChunk => {
    if (content.chunkCount > mostAtOnce) return createChunkReader(query, content);
    return async (chunk) => {
      if (!loaded.has(content.contentId)) loaded = await readContents(query, idsFrom(at));
      const wanted = loaded.get(content.contentId)?.[chunk];
      if (wanted === undefined) throw replaced();
      return wanted;
    };
  });
};
