import { songMaker } from 'virtual:song-fields';
import type { Song } from '@tonearm/contract';
import type { LargeStore } from '../../storage/large-store.ts';
import { longQueueKey, longQueueMark } from '../../storage/long-queue.ts';
import type { UserKey } from '../../storage/user-storage.ts';
import { modesOf, orderOf, type PlayModes } from '../core/play-order.ts';
import { type PlaybackOrder, playbackOrders } from '../core/playback-orders.ts';
import type { RestoredPlayer } from '../core/restored-player.ts';
import { packSongs, packSongsGently, unpackSongs } from '../core/song-packing.ts';

/** Queues longer than this go to the browser's database; its small storage holds some 5 MB for everything. */
export const longestSmallQueue = 2000;

/** The saved player of one user. Writing answers false when it failed; that was logged, and playing goes on. */
export interface StoredPlayer {
  read(): Promise<RestoredPlayer>;
  /** Urgent is what is written while the page is left: there is no later then. */
  writeQueue(songs: readonly Song[], isUrgent: boolean): Promise<boolean>;
  writeValue(key: Exclude<UserKey, 'playlist'>, value: string | number): boolean;
}

interface StoredPlayerDeps {
  username: string;
  readValue: (key: UserKey) => unknown;
  writeValue: (key: UserKey, value: unknown) => boolean;
  largeStore: Pick<LargeStore, 'read' | 'write'>;
  /** Lets the page do what waits, and comes back. */
  pause: () => Promise<void>;
}

/** Keeps the player under the keys of one user. Values nobody could have written read as absent. */
export const createStoredPlayer = (deps: StoredPlayerDeps): StoredPlayer => {
  const largeKey = longQueueKey(deps.username);
  let isLarge: boolean | null = null;
  let lastTurn = 0;

  const readSongs = async (): Promise<readonly Song[]> => {
    const value = deps.readValue('playlist');
    isLarge = value === longQueueMark;
    if (isLarge) return unpackSongs(await deps.largeStore.read(largeKey));
    return Array.isArray(value) ? value.flatMap(songFromStored) : [];
  };

  return {
    async read() {
      const songs = await readSongs();
      const number = (key: UserKey, fallback: number): number => {
        const value = deps.readValue(key);
        return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
      };
      const name = deps.readValue('playlistName');
      const order = deps.readValue('playbackOrder');
      return {
        songs,
        playlistName: typeof name === 'string' ? name : '',
        currentIndex: number('currentTrackIndex', -1),
        modes: modesFrom(
          deps.readValue('playModes'),
          playbackOrders.find((known) => known === order) ?? 'default',
        ),
        elapsedSeconds: Math.max(number('elapsedSeconds', 0), 0),
        volume: Math.min(Math.max(number('volume', 1), 0), 1),
      };
    },
    async writeQueue(songs, isUrgent) {
      lastTurn += 1;
      const turn = lastTurn;
      if (songs.length <= longestSmallQueue && deps.writeValue('playlist', songs)) {
        // Forgotten only after the small one is safe.
        if (isLarge !== false) await deps.largeStore.write(largeKey, undefined);
        isLarge = false;
        return true;
      }
      const packed = isUrgent ? packSongs(songs) : await packSongsGently(songs, deps.pause);
      // A newer queue was written while this one was being packed.
      if (turn !== lastTurn) return true;
      isLarge = null;
      if (!(await deps.largeStore.write(largeKey, packed))) return false;
      // Or while it was being written: that one says where it stands.
      if (turn !== lastTurn) return true;
      isLarge = true;
      return deps.writeValue('playlist', longQueueMark);
    },
    writeValue: deps.writeValue,
  };
};

/** Both switches in a word each; the order alone does not tell what a repeated song hides. */
export const packModes = ({ isShuffled, repeat }: PlayModes): string =>
  `${isShuffled ? 'shuffled' : 'listed'} ${repeat}`;

/** The switches as they were left, as long as they come to the order that was stored. */
const modesFrom = (stored: unknown, order: PlaybackOrder): PlayModes => {
  const all = [true, false].flatMap((isShuffled) =>
    (['off', 'all', 'one'] as const).map((repeat) => ({ isShuffled, repeat })),
  );
  const found = all.find((modes) => packModes(modes) === stored);
  return found !== undefined && orderOf(found) === order ? found : modesOf(order);
};

const songOf = songMaker<Readonly<Record<string, unknown>>>(
  (field) => (stored) => (typeof stored[field] === 'string' ? stored[field] : null),
  (field) => (stored) => (Number.isInteger(stored[field]) ? Number(stored[field]) : null),
);

const songFromStored = (value: unknown): Song[] => {
  const isSong = typeof value === 'object' && value !== null && 'path' in value;
  return isSong && typeof value.path === 'string' ? [songOf({ ...value })] : [];
};
