import { type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { MusicReading } from '../../library/read/music/music-reading.ts';
import type { NowPlaying } from './now-playing.ts';

/** The call that lists who listens to what. */
export const createNowPlayingRoutes = (deps: {
  nowPlaying: Pick<NowPlaying, 'list'>;
  namesOf: (userIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  reading: Pick<MusicReading, 'songPaths'>;
  lookup: Pick<CollectionLookup, 'findSongs'>;
}): Route[] => [
  route('listNowPlaying', async ({ caller }) => {
    const entries = deps.nowPlaying.list(caller.isAdmin ? undefined : caller.userId);
    const names = await deps.namesOf(entries.map(({ userId }) => userId));
    const paths = await deps.reading.songPaths(entries.map(({ songId }) => songId));
    const songs = await deps.lookup.findSongs(paths.map((path) => path ?? ''));
    return entries.flatMap((entry, index) => {
      const [song, username] = [songs[index] ?? null, names.get(entry.userId)];
      if (song === null || username === undefined) return [];
      return [
        {
          username,
          player: entry.player,
          song,
          state: entry.state,
          position_ms: entry.positionMs,
          started_at_ms: entry.startedAtMs,
        },
      ];
    });
  }),
];
