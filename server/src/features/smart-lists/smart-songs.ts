import { idText, idTextOfHex, smartListId } from '../../library/model/public-id.ts';
import type { SongDetails } from '../../library/read/library-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import { rememberNewest } from '../../platform/remembered.ts';
import type { SmartList } from './smart-list-store.ts';

/** A smart list with an id that stays, whatever it looks for and is called. */
interface IdentifiedSmartList extends Omit<SmartList, 'ownId'> {
  /** 22 letters and digits. */
  readonly id: string;
  readonly userId: number;
}

/** What the songs that it finds now add up to. */
interface SmartSums {
  readonly songCount: number;
  /** Seconds of songs, each rounded. */
  readonly roundedSeconds: number;
  /** The picture of the first song that has one, or a song that has it inside, as a virtual path. */
  readonly artwork: string | null;
}

/** Smart lists as lists of songs. */
export interface SmartSongs {
  /** By name. */
  list(userId: number): Promise<readonly IdentifiedSmartList[]>;
  /** Of one's own; null for what is none. */
  find(userId: number, id: string): Promise<IdentifiedSmartList | null>;
  /** Paths of what it finds now, in runs. */
  songPaths(list: IdentifiedSmartList): AsyncGenerator<readonly string[]>;
  /** Of what it finds now; added up anew when that is other songs, or songs changed. */
  sumsOf(list: IdentifiedSmartList): Promise<SmartSums>;
  /** Songs came, went or changed. */
  forget(): void;
}

/** What they stand on. */
interface SmartSongsDeps {
  readonly list: (userId: number) => Promise<readonly SmartList[]>;
  readonly installation: () => Promise<string>;
  /** Numbers of the songs that a query finds for somebody, in the order of lists. @throws AppError invalid_query */
  readonly find: (query: string, userId: number) => Promise<readonly number[]>;
  /** Paths of songs by their numbers, in runs. */
  readonly pathRuns: (songs: readonly number[]) => AsyncIterable<readonly string[]>;
  readonly details: Pick<SongDetails, 'findFacts'>;
}

/** Smart lists whose sums are remembered. */
const mostRemembered = 1000;

interface Remembered {
  readonly songs: readonly number[];
  readonly sums: SmartSums;
}

const areSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((song, at) => song === other[at]);

/** @see SmartSongs */
export const createSmartSongs = (deps: SmartSongsDeps): SmartSongs => {
  const remembered = new Map<string, Remembered>();
  let generation = 0;

  const identified = async (userId: number): Promise<readonly IdentifiedSmartList[]> => {
    const lists = await deps.list(userId);
    if (lists.length === 0) return [];
    const installation = await deps.installation();
    return lists.map(({ ownId, ...list }) => ({
      ...list,
      userId,
      id: ownId === null ? idText(smartListId(installation, userId, list.name)) : idTextOfHex(ownId),
    }));
  };

  /** A query that is none any more, since its language changed, finds nothing. */
  const songsOf = async ({ query, userId }: IdentifiedSmartList): Promise<readonly number[]> => {
    try {
      return await deps.find(query, userId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_query') return [];
      throw error;
    }
  };

  const addUp = async (songs: readonly number[]): Promise<SmartSums> => {
    let [songCount, roundedSeconds] = [0, 0];
    let artwork: string | null = null;
    for await (const paths of deps.pathRuns(songs)) {
      for (const facts of await deps.details.findFacts(paths)) {
        if (facts === null) continue;
        songCount += 1;
        roundedSeconds += Math.round((facts.duration_ms ?? 0) / 1000);
        artwork ??= facts.artwork;
      }
    }
    return { songCount, roundedSeconds, artwork };
  };

  return {
    list: identified,
    find: async (userId, id) => (await identified(userId)).find((list) => list.id === id) ?? null,
    songPaths: async function* (list) {
      yield* deps.pathRuns(await songsOf(list));
    },
    sumsOf: async (list) => {
      const songs = await songsOf(list);
      const known = remembered.get(list.id);
      if (known !== undefined && areSame(known.songs, songs)) return known.sums;
      const begunIn = generation;
      const sums = await addUp(songs);
      if (begunIn === generation)
        rememberNewest(remembered, { key: list.id, value: { songs, sums }, most: mostRemembered });
      return sums;
    },
    forget: () => {
      generation += 1;
      remembered.clear();
    },
  };
};
