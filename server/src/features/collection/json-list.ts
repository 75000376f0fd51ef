import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

/** Texts of JSON values, in runs. Each run is read from the database at once, so runs are short. */
export type JsonRuns = Iterable<readonly string[]>;

/** Lists of at most this many entries are sent in one piece. */
const longestPiece = 500;

async function* pieces(runs: JsonRuns): AsyncGenerator<Buffer> {
  let isFirst = true;
  for (const run of runs) {
    if (run.length === 0) continue;
    yield Buffer.from(`${isFirst ? '[' : ','}${run.join(',')}`);
    isFirst = false;
    // Others get their turn between two runs, whoever is waiting.
    await turn();
  }
  yield Buffer.from(isFirst ? '[]' : ']');
}

/**
 * A JSON array of the runs, read as the client takes it.
 * @param count about how many entries there are; short lists come as text
 */
export const jsonList = (runs: JsonRuns, count: number): string | Readable => {
  if (count <= longestPiece) return `[${[...runs].flat().join(',')}]`;
  return Readable.from(pieces(runs), { objectMode: false, highWaterMark: 64 * 1024 });
};
