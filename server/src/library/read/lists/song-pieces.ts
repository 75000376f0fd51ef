import type { JsonRun } from '../library-reading.ts';
import { type ListPage, runLength } from '../list-page.ts';
import { longWire, type SongRow } from '../wire.ts';
import type { SongPiece } from './lists-store.ts';

/** What of a page was given. */
export interface Given {
  readonly songCount: number;
}

/** Some songs, to be read one way or the other. */
interface Reads<Row> {
  readonly piece: SongPiece | undefined;
  /** The same songs one by one. */
  rows(): readonly Row[];
}

/** How the songs of one folder are read. */
interface SongReading<Row> {
  from(limit: number, offset: number): Reads<Row>;
  after(key: Buffer, limit: number): Reads<Row>;
  /** A song as the pieces have it. */
  json(row: Row): string;
}

/**
 * Songs of one folder, piece by piece: hundreds of them are one row that is passed on as it is. As a row each with a key
 * of its own, a folder of 200,000 filled 80 MB with what was garbage at once.
 */
export function* songPieces<Row extends SongRow>(
  page: ListPage,
  { from, after, json }: SongReading<Row>,
): Generator<JsonRun, Given> {
  let songCount = 0;
  let wanted = Math.min(runLength, page.limit);
  if (wanted <= 0) return { songCount };
  for (let reads = from(wanted, page.offset); ; ) {
    const { piece } = reads;
    if (!piece?.json || piece.key === null || piece.song_count === null) return { songCount };
    // A long one is to be looked through.
    yield (piece.longest ?? 0) > longWire ? reads.rows().map(json) : piece.json;
    songCount += piece.song_count;
    if (piece.song_count < wanted || songCount >= page.limit) return { songCount };
    wanted = Math.min(runLength, page.limit - songCount);
    reads = after(piece.key, wanted);
  }
}
