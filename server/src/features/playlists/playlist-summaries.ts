import type { PlaylistSummary, Song } from '@tonearm/contract';
import { createPace } from '../../platform/slices.ts';
import { createByContent } from './by-content.ts';
import type { PlaylistSongs } from './playlist-songs.ts';
import type { OpenedPlaylist, Playlists } from './playlists.ts';

/** What is worked out of the songs of a playlist. */
type Figures = Pick<PlaylistSummary, 'duration' | 'artworks'>;

/** Playlists as a list of them shows them. */
export interface PlaylistSummaries {
  /** All of a user's, in natural order. */
  list(userId: number): Promise<PlaylistSummary[]>;
  /** Forgets what was worked out: songs came, went or changed. */
  forget(): void;
  /** Nobody asks for a content any more. */
  drop(contentId: number): void;
}

const mostArtworks = 4;

/** The length of a playlist of more rows than this is not worked out: reading it would take long. */
const mostChunks = 10;

/** Songs that are looked at for covers where not all are. */
const glance = 200;

/** Figures that are remembered: the oldest go first. */
const mostRemembered = 10_000;

/** @see PlaylistSummaries */
export const createPlaylistSummaries = (
  playlists: Pick<Playlists, 'openAll'>,
  songs: Pick<PlaylistSongs, 'list'>,
): PlaylistSummaries => {
  const workOut = async (opened: OpenedPlaylist): Promise<Figures> => {
    const isLong = opened.chunkCount > mostChunks;
    const { runs } = await songs.list(opened, {
      offset: 0,
      limit: isLong ? glance : Number.POSITIVE_INFINITY,
    });
    const artworks = new Set<string>();
    let duration = 0;
    for await (const run of runs) {
      for (const json of run) {
        const song = JSON.parse(json) as Song;
        duration += song.duration ?? 0;
        if (song.artwork !== null && artworks.size < mostArtworks) artworks.add(song.artwork);
      }
    }
    return { duration: isLong ? null : duration, artworks: [...artworks] };
  };

  const figures = createByContent({ most: mostRemembered }, workOut);

  return {
    list: async (userId) => {
      const pace = createPace();
      const summaries: PlaylistSummary[] = [];
      for (const { name, opened } of await playlists.openAll(userId, (playlist) => !figures.has(playlist))) {
        await pace();
        summaries.push({ name, entry_count: opened.entryCount, ...(await figures.of(opened)) });
      }
      return summaries;
    },
    forget: figures.forget,
    drop: figures.drop,
  };
};
