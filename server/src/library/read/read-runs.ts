import { type Around, inSlices } from '../../platform/slices.ts';
import type { JsonRun } from './library-reading.ts';

/** Runs that are read from the database at once, each when it is asked for; so they are short. */
export type RunsAtOnce<Run extends JsonRun = JsonRun> = Iterable<Run>;

/** Lists of at most this many entries are read in one piece. */
const longestPiece = 500;

function* gather(runs: RunsAtOnce): Generator<undefined, readonly string[]> {
  const texts: string[] = [];
  for (const run of runs) {
    if (Buffer.isBuffer(run)) texts.push(run.toString());
    else texts.push(...run);
    yield;
  }
  return texts;
}

/**
 * Reads runs as they are taken: a short list in one piece and in slices, a long one run by run.
 * @param count about how many entries there are
 * @param around see inSlices; for what is read in one piece
 */
export async function* readRuns<Run extends JsonRun>(
  runs: RunsAtOnce<Run>,
  { count, around }: { count: number; around: Around },
): AsyncGenerator<Run | readonly string[]> {
  if (count <= longestPiece) yield await inSlices(gather(runs), { around });
  else yield* runs;
}
