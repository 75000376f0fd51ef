import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { type Around, inSlices } from '../../platform/slices.ts';

/** Texts of JSON values, in runs. Each run is read from the database at once, so runs are short. */
export type JsonRuns = Iterable<readonly string[]>;

/** Lists of at most this many entries are sent in one piece. */
const longestPiece = 500;

async function* pieces(runs: JsonRuns): AsyncGenerator<Buffer> {
  let isFirst = true;
  for (const run of runs) {
    // Others get their turn between two runs, whoever is waiting.
    await turn();
    if (run.length === 0) continue;
    yield Buffer.from(`${isFirst ? '[' : ','}${run.join(',')}`);
    isFirst = false;
  }
  yield Buffer.from(isFirst ? '[]' : ']');
}

function* wholeList(runs: JsonRuns): Generator<undefined, string> {
  const texts: string[] = [];
  for (const run of runs) {
    texts.push(...run);
    yield;
  }
  return `[${texts.join(',')}]`;
}

/**
 * A JSON array of the runs: streamed, read as the client takes it, when it is long.
 * @param count about how many entries there are
 * @param around see inSlices; for lists that are read in one piece
 */
export const jsonList = async (
  runs: JsonRuns,
  { count, around }: { count: number; around?: Around | undefined },
): Promise<string | Readable> => {
  if (count <= longestPiece) return inSlices(wholeList(runs), around);
  return Readable.from(pieces(runs), { objectMode: false, highWaterMark: 64 * 1024 });
};
