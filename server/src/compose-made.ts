import type { Song } from '@tonearm/contract';
import {
  createAnnotations,
  createAnnotationsRoutes,
  createFavourites,
  createPlayCounts,
} from './features/annotations/index.ts';
import { createBookmarks, createBookmarksRoutes } from './features/bookmarks/index.ts';
import { becomeOf } from './features/corrections/index.ts';
import {
  type Broadcast,
  createNowPlaying,
  createNowPlayingRoutes,
  shareNowPlaying,
} from './features/now-playing/index.ts';
import { createPlayQueueRoutes, createPlayQueues, createQueuePaths } from './features/play-queue/index.ts';
import { createRadio, createRadioRoutes } from './features/radio/index.ts';
import { findUserNames } from './features/users/index.ts';
import type { Route } from './http/route.ts';
import type { LibraryReading } from './library/read/library-reading.ts';
import type { MusicReading } from './library/read/music/music-reading.ts';
import type { AppEvents } from './platform/app-events.ts';
import type { Clock } from './platform/clock.ts';
import type { Events } from './platform/events.ts';
import type { Log } from './platform/log.ts';
import type { StateAccess } from './state/state-access.ts';

/** What it needs of what is beneath all features. */
interface MadeBase {
  readonly state: StateAccess;
  readonly library: { isFilling(): boolean };
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly world: { readonly clock: Clock; readonly log: Log };
}

/**
 * What people make while they listen: every protocol is a door to the same.
 * @param others how other processes are told of what is played, and what tells this one from them
 */
export const composeMade = (
  { state, library: { isFilling }, events, world: { clock, log } }: MadeBase,
  { music: reading }: { readonly music: MusicReading },
  others: { readonly broadcast: Broadcast; readonly self: string } | null = null,
) => {
  const playCounts = createPlayCounts({ state, reading, isFilling, becomeOf, log });
  // Also the plays of before there were counts, as soon as the library tells what they were of.
  events.on('collection-changed', () => void playCounts.catchUp());
  const here = createNowPlaying(clock);
  const nowPlaying = others === null ? here : shareNowPlaying(here, { ...others, clock });
  const forgetRemoved = async (): Promise<void> => {
    const ids = [...new Set(nowPlaying.list().map(({ userId }) => userId))];
    const there = await findUserNames(state.query, ids);
    for (const id of ids) if (!there.has(id)) nowPlaying.forget(id);
  };
  state.onChange(['users'], () => {
    forgetRemoved().catch((error: unknown) => log.debug('who was removed is not known yet', { error }));
  });
  return {
    annotations: createAnnotations({ state, clock }),
    playCounts,
    queues: createPlayQueues({ state, clock }),
    bookmarks: createBookmarks({ state, clock }),
    radio: createRadio(state),
    nowPlaying,
  };
};

/** See {@link composeMade}. */
export type Made = ReturnType<typeof composeMade>;

/** What the web client plays, as far as it tells: one player a person. */
const webPlayer = 'Tonearm';

/** Hears what somebody began to play: an app that tells its name, else the web client. */
export const createNowPlayingNote =
  ({ nowPlaying }: Made, { music }: Pick<LibraryReading, 'music'>) =>
  async (userId: number, song: Song, player = webPlayer): Promise<void> => {
    const [songId = null] = await music.songIds([song.path]);
    if (songId === null) return;
    const durationMs = song.duration === null ? null : song.duration * 1000;
    nowPlaying.report({ userId, player, songId, durationMs, positionMs: 0, state: 'playing', rate: 1 });
  };

/** The calls of our own client to what people make. */
export const createMadeRoutes = (
  { annotations, queues, bookmarks, radio, nowPlaying }: Made,
  { music: reading, lookup }: Pick<LibraryReading, 'music' | 'lookup'>,
  { query }: Pick<StateAccess, 'query'>,
): Route[] => {
  const namesOf = (userIds: readonly number[]): Promise<ReadonlyMap<number, string>> =>
    findUserNames(query, [...new Set(userIds)]);
  const favourites = createFavourites(annotations, reading);
  return [
    ...createAnnotationsRoutes({ annotations, favourites, reading, lookup }),
    ...createPlayQueueRoutes({ queues, paths: createQueuePaths(queues, reading), lookup }),
    ...createBookmarksRoutes({ bookmarks, reading, lookup }),
    ...createRadioRoutes({ radio }),
    ...createNowPlayingRoutes({ nowPlaying, namesOf, reading, lookup }),
  ];
};
