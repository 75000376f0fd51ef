import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { firstSongs } from '@tonearm/contract';
import type { SongDetails } from '../../library/read/library-reading.ts';

type Runs<Value> = AsyncIterable<readonly Value[]>;

/** A list of songs of version 8: all paths as they are read, and what is known of the first ones. */
export async function* songListTexts(
  runs: Runs<string>,
  details: Pick<SongDetails, 'findTexts'>,
): AsyncGenerator<string> {
  const first: string[] = [];
  let isEmpty = true;
  yield '{"paths":[';
  for await (const run of runs) {
    // Others get their turn between two runs, whoever is waiting.
    await turn();
    if (run.length === 0) continue;
    first.push(...run.slice(0, firstSongs - first.length));
    yield `${isEmpty ? '' : ','}${run.map((path) => JSON.stringify(path)).join(',')}`;
    isEmpty = false;
  }
  const texts = await details.findTexts(first);
  // Without those that have just gone.
  yield `],"first_songs":[${texts.filter((text) => text !== null).join(',')}]}`;
}

async function* inBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

/** JSON that is sent as it is made. */
export const streamed = (texts: AsyncIterable<string>): Readable =>
  Readable.from(inBytes(texts), { objectMode: false, highWaterMark: 64 * 1024 });

/** A JSON array of the runs, as they are read. */
export async function* arrayTexts<Value>(
  runs: Runs<Value>,
  textOf: (value: Value) => string,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const run of runs) {
    await turn();
    if (run.length === 0) continue;
    yield `${isEmpty ? '[' : ','}${run.map(textOf).join(',')}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]' : ']';
}
