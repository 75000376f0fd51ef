import type { Gains } from './levels.ts';

/** How a song was encoded. Null is what is not known. */
export interface Encoding {
  /** `mp3`, `aac`, `alac`, `flac` …. */
  readonly codec: string | null;
  readonly sampleRate: number | null;
  /** Samples that a decoder gives before and after the music, unless it leaves them out; and those of music. */
  readonly delay: number | null;
  readonly padding: number | null;
  readonly totalSamples: number | null;
}

/** What the server knows of the sound of a song. */
export interface SongFacts extends Encoding {
  readonly gains: Gains | null;
  /** Bits a second. */
  readonly bitRate: number | null;
  /** To the millisecond. */
  readonly durationSeconds: number | null;
}

/** Songs whose facts are remembered. */
const mostKnown = 500;

/** What is known of songs, asked for once each. */
export interface FactsKeeper {
  /** What is known already. */
  known(path: string): SongFacts | null;
  /** Asks when that was not done yet; the news are told. */
  ask(path: string): void;
}

/** @param factsOf never rejects; null when nothing is known */
export const createFactsKeeper = (
  factsOf: (path: string) => Promise<SongFacts | null>,
  onNews: () => void,
): FactsKeeper => {
  const known = new Map<string, SongFacts | null>();
  return {
    known: (path) => known.get(path) ?? null,
    ask(path) {
      if (known.has(path)) return;
      known.set(path, null);
      for (const oldest of [...known.keys()].slice(0, -mostKnown)) known.delete(oldest);
      void factsOf(path).then((facts) => {
        if (facts === null) return;
        known.set(path, facts);
        onNews();
      });
    },
  };
};
