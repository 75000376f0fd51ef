import type { Log } from '../../platform/log.ts';
import type { FeedHead, FeedSnapshot, LibraryFeedStore } from './feed-store.ts';
import type { FeedCalls } from './feed-thread.ts';

/** Beyond every part of a batch. */
const lastPart = 2_147_483_647;

/** What following needs. */
export interface FollowerDeps {
  readonly store: LibraryFeedStore;
  readonly library: FeedCalls;
  /** Puts a fetched library in the place of the one that is read. @returns whether that could be done */
  readonly adopt: (path: string) => boolean;
  /** Told when the library is another than before: rows have changed, or all of it. */
  readonly onChanged: () => void;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * How far a process is. `waiting`: nobody has put anything yet. `other-version`: what is put is of a schema that this
 * version does not write, so it answers from what it has.
 */
export type Followed = 'up-to-date' | 'waiting' | 'other-version';

/** Says what stands in the way once. */
const createWords = (log: FollowerDeps['log']) => {
  let told = '';
  return {
    tell: (words: string): void => {
      if (words !== told) log.warn(words);
      told = words;
    },
    forget: (): void => {
      told = '';
    },
  };
};
type Words = ReturnType<typeof createWords>;

/** @returns whether all chunks were there */
const fetchChunks = async ({ store, library }: FollowerDeps, snapshot: FeedSnapshot): Promise<boolean> => {
  await library.fetchBegin();
  for (let number = 0; number < snapshot.chunks; number += 1) {
    const bytes = await store.chunk(snapshot.id, number);
    if (bytes === null) return false;
    await library.fetchChunk(bytes);
  }
  return true;
};

/** @returns whether the library is a copy of the one that leads now */
const fetchLibrary = async (deps: FollowerDeps, words: Words, { snapshot }: FeedHead): Promise<boolean> => {
  const { library, adopt, onChanged, log } = deps;
  // One that goes while it is fetched is followed by another.
  if (!(await fetchChunks(deps, snapshot))) return false;
  const fetched = await library.fetchEnd(snapshot);
  if ('refusal' in fetched) {
    words.tell(
      fetched.refusal === 'newer'
        ? 'the library that other processes share is of a newer version of Tonearm: start that version here, too'
        : 'the copy of the library that was fetched is not what was put; it is fetched again',
    );
    return false;
  }
  await library.release();
  if (!adopt(fetched.path)) return false;
  onChanged();
  log.info('the library was fetched from the process that scans', { bytes: snapshot.sizeBytes });
  return true;
};

/** Applies batches up to the end. @returns whether they follow what is there */
const applyBatches = async ({ store, library, onChanged }: FollowerDeps, from: number): Promise<boolean> => {
  let after = { sequence: from, part: lastPart };
  for (;;) {
    const parts = await store.partsAfter(after);
    const last = parts.at(-1);
    if (last === undefined) return true;
    for (const part of parts) {
      const applied = await library.take(part);
      if (applied === 'apart') return false;
      if (applied === 'applied') onChanged();
    }
    after = { sequence: last.sequence, part: last.part };
  }
};

/** Brings a library to the end of a feed, again and again. */
export const createFollower = (deps: FollowerDeps) => {
  const { store, library } = deps;
  const words = createWords(deps.log);
  const fetch = (head: FeedHead): Promise<boolean> => fetchLibrary(deps, words, head);

  /** Where rows are of another version: a library that was once in step says more than none. */
  const bringOther = async (head: FeedHead): Promise<Followed> => {
    words.tell(
      'the process that scans is of another version of Tonearm: this one answers from the library as it was, until both are of one',
    );
    if (!(await library.hasSongs())) await fetch(head);
    return 'other-version';
  };

  const bringUp = async (head: FeedHead): Promise<Followed | 'again'> => {
    const { stand, here, schema } = await library.stand(head);
    if (stand === 'same' || stand === 'ahead') return 'up-to-date';
    if (head.schema !== schema) return bringOther(head);
    if (stand === 'behind' && here !== null && (await applyBatches(deps, here.sequence))) return 'again';
    return (await fetch(head)) ? 'again' : 'waiting';
  };

  return {
    /**
     * Takes everything that is there by now.
     * @throws AppError unavailable while the store is away; what SQLite throws
     */
    catchUp: async (): Promise<Followed> => {
      for (let tries = 0; tries < 100; tries += 1) {
        const head = await store.head();
        if (head === null) return 'waiting';
        const followed = await bringUp(head);
        if (followed !== 'again') {
          if (followed === 'up-to-date') words.forget();
          return followed;
        }
      }
      return 'waiting';
    },
  };
};
