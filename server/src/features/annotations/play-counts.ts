import { folderId, idBytesOf, idText, naturalSongId, nextSongId } from '../../library/model/public-id.ts';
import type { MusicReading, MusicSong } from '../../library/read/music/music-reading.ts';
import type { Log } from '../../platform/log.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { createPace } from '../../platform/slices.ts';
import { installationId, keptIdAt } from '../../state/kept-id.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import {
  addPlay,
  type Item,
  lastCounted,
  noteCounted,
  playsAfter,
  type UncountedPlay,
} from './annotation-store.ts';

/** Counts plays of the history: each once, whoever stored it, those of long ago as well. */
export interface PlayCounts {
  /**
   * Counts what is not counted yet; while the library is filled for the first time, later. Never fails: what could
   * not be counted now is counted with the next play.
   */
  catchUp(): Promise<void>;
}

/** What counting needs. */
export interface PlayCountsDeps {
  readonly state: Pick<StateAccess, 'query' | 'writeLazily'>;
  readonly reading: Pick<MusicReading, 'songsByPath'>;
  /** Whether songs are not known yet that will be. */
  readonly isFilling: () => boolean;
  /** What artists and albums are by now that were merged since the library was asked. Ids are of 16 bytes. */
  readonly becomeOf: (query: StateQuery) => Promise<(id: Buffer) => Buffer>;
  readonly log: Log;
}

/** Plays that are counted in one transaction: a few milliseconds. */
const playsAtOnce = 50;

/** What a play of a song counts for. */
const itemsOf = (song: MusicSong): Item[] => {
  const artists = [...song.albumArtists, ...song.credits.filter(({ role }) => role === 'artist')];
  const artistIds = new Set(artists.map(({ id }) => id).filter((id) => id !== null));
  return [
    { kind: 'song', id: song.id },
    // What says no album is of the one that its folder makes.
    { kind: 'album', id: song.albumId ?? idText(folderId(splitLast(song.path).folder)) },
    ...Array.from(artistIds, (id) => ({ kind: 'artist' as const, id })),
  ];
};

/** The same by what they have become, each once. */
const nowOf = (items: readonly Item[], becomes: (id: Buffer) => Buffer): Item[] => {
  const found = new Map<string, Item>();
  for (const { kind, id } of items) {
    const bytes = kind === 'song' ? null : idBytesOf(id);
    const now = bytes === null ? id : idText(becomes(bytes));
    found.set(now, { kind, id: now });
  }
  return [...found.values()];
};

/** Counts into `state.db`. The number of the last play that was counted stands beside the counts, and is written with them. */
export const createPlayCounts = (deps: PlayCountsDeps): PlayCounts => {
  const { state, reading, isFilling, becomeOf, log } = deps;
  const { query } = state;

  /** A song that is not in the library now has plays all the same: it may come back. */
  const awayItem = async (path: string): Promise<Item> => ({
    kind: 'song',
    id: idText(await keptIdAt(query, naturalSongId(await installationId(query), path), nextSongId)),
  });

  const itemsOfPlays = async (plays: readonly UncountedPlay[]): Promise<Map<string, readonly Item[]>> => {
    const paths = [...new Set(plays.map(({ path }) => path))];
    const songs = await reading.songsByPath(paths);
    const items = new Map<string, readonly Item[]>();
    for (const [index, path] of paths.entries()) {
      const song = songs[index] ?? null;
      items.set(path, song === null ? [await awayItem(path)] : itemsOf(song));
    }
    return items;
  };

  const countAll = async (): Promise<void> => {
    const pace = createPace();
    for (;;) {
      if (isFilling()) return;
      const counted = await lastCounted(query);
      const plays = await playsAfter(query, counted, playsAtOnce);
      const last = plays.at(-1);
      if (last === undefined) return;
      const items = await itemsOfPlays(plays);
      // Not waited for by the disk: what is lost is counted again, as its number is lost with it.
      await state.writeLazily(async (transaction) => {
        // Another process may have counted them meanwhile.
        if ((await lastCounted(transaction)) !== counted) return;
        const becomes = await becomeOf(transaction);
        for (const play of plays)
          await addPlay(transaction, play, nowOf(items.get(play.path) ?? [], becomes));
        await noteCounted(transaction, last.id);
      });
      await pace();
    }
  };

  let counting: Promise<void> = Promise.resolve();
  return {
    catchUp: () => {
      counting = counting.then(countAll).catch((error: unknown) => {
        log.warn('plays were not counted', { error });
      });
      return counting;
    },
  };
};
