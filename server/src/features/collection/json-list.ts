import { Readable } from 'node:stream';
import type { JsonRuns } from '../../library/read/library-reading.ts';
import { letGo } from '../../platform/memory/let-go.ts';
import { createPassingBytes } from '../../platform/memory/passing-bytes.ts';
import { giveTurns } from '../../platform/slices.ts';

/** Lists of at most this many entries are sent in one piece. */
const longestPiece = 500;

async function* pieces(runs: JsonRuns): AsyncGenerator<Buffer> {
  const pass = createPassingBytes();
  let isFirst = true;
  for await (const run of runs) {
    // Others get their turn between two runs, whoever is waiting.
    await giveTurns();
    if (run.length === 0) continue;
    const before = isFirst ? '[' : ',';
    const piece = Buffer.isBuffer(run)
      ? Buffer.concat([Buffer.from(before), run])
      : Buffer.from(`${before}${run.join(',')}`);
    if (Buffer.isBuffer(run)) letGo(run);
    pass(piece.length);
    yield piece;
    isFirst = false;
  }
  yield Buffer.from(isFirst ? '[]' : ']');
}

/**
 * A JSON array of the runs: streamed, read as the client takes it, when it is long.
 * @param count about how many entries there are
 */
export const jsonList = async (runs: JsonRuns, { count }: { count: number }): Promise<string | Readable> => {
  if (count > longestPiece)
    return Readable.from(pieces(runs), { objectMode: false, highWaterMark: 64 * 1024 });
  const texts: string[] = [];
  for await (const run of runs) {
    if (Buffer.isBuffer(run)) texts.push(run.toString());
    else texts.push(...run);
  }
  return `[${texts.join(',')}]`;
};
