import { foldText } from '../../platform/text/fold.ts';

/** The different texts of a field, and which songs have each. */
export interface Values {
  /** As they are shown. */
  readonly texts: readonly string[];
  /** The same, folded. */
  readonly folded: readonly string[];
  /** Where the songs of each begin; one more at the end. */
  readonly starts: Uint32Array;
  /** Ids of songs, value after value. */
  readonly songs: Uint32Array;
}

/** Gathers texts of songs. */
export const createValues = () => {
  const numbers = new Map<string, number>();
  const valueAt: number[] = [];
  const songOf: number[] = [];

  const note = (text: string, songId: number): void => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(text, number);
    }
    valueAt.push(number);
    songOf.push(songId);
  };

  function* end(): Generator<undefined, Values> {
    const texts = [...numbers.keys()];
    const folded: string[] = [];
    for (const text of texts) {
      folded.push(foldText(text));
      yield;
    }
    const starts = new Uint32Array(texts.length + 1);
    for (const value of valueAt) starts[value + 1] = (starts[value + 1] ?? 0) + 1;
    for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    const songs = new Uint32Array(songOf.length);
    const next = starts.slice();
    valueAt.forEach((value, at) => {
      songs[next[value] ?? 0] = songOf[at] ?? 0;
      next[value] = (next[value] ?? 0) + 1;
    });
    return { texts, folded, starts, songs };
  }

  return { note, end };
};

/** Calls back for each song with a value. */
export const eachSong = (values: Values, value: number, visit: (songId: number) => void): void => {
  const end = values.starts[value + 1] ?? 0;
  for (let at = values.starts[value] ?? 0; at < end; at += 1) visit(values.songs[at] ?? 0);
};
