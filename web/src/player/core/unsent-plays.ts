/** A play that counts, and has not been told to the server. */
export interface UnsentPlay {
  readonly path: string;
  /** Whole seconds since the epoch. */
  readonly startedAtSeconds: number;
}

/** More than a few days of listening without a server; then the oldest go. */
const mostKept = 1_000;

interface UnsentDeps {
  readonly send: (path: string, startedAtSeconds: number) => Promise<void>;
  /** Whether a failure was only for want of an answer. */
  readonly isForLater: (error: unknown) => boolean;
  /** Those of an earlier visit, whatever was stored. */
  readonly read: () => unknown;
  readonly write: (plays: readonly UnsentPlay[]) => void;
}

/** Keeps plays that the server could not be told of while it was away, also through a reload. */
export const createUnsentPlays = ({ send, isForLater, read, write }: UnsentDeps) => {
  const kept = (): readonly UnsentPlay[] => {
    const stored = read();
    return Array.isArray(stored) ? stored.filter(isPlay) : [];
  };
  const keep = (plays: readonly UnsentPlay[]): void => write([...kept(), ...plays].slice(-mostKept));

  return {
    /** Tells the server of a play, or keeps it. @throws what `send` throws, when the server did answer */
    async report(path: string, startedAtSeconds: number): Promise<void> {
      try {
        await send(path, startedAtSeconds);
      } catch (error) {
        if (!isForLater(error)) throw error;
        keep([{ path, startedAtSeconds }]);
      }
    },
    /** The server is back: tells it of all that was kept, oldest first. */
    async sendKept(): Promise<void> {
      const plays = kept();
      if (plays.length === 0) return;
      // Taken away first: another tab that comes back at the same time finds nothing to tell again.
      write([]);
      for (const [index, { path, startedAtSeconds }] of plays.entries()) {
        try {
          await send(path, startedAtSeconds);
        } catch (error) {
          if (!isForLater(error)) continue;
          keep(plays.slice(index));
          return;
        }
      }
    },
  };
};

const isPlay = (value: unknown): value is UnsentPlay =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<UnsentPlay>).path === 'string' &&
  Number.isSafeInteger((value as Partial<UnsentPlay>).startedAtSeconds);
