import type Database from 'better-sqlite3';
import { inSlices } from '../../../platform/slices.ts';
import type { ListedSongValues } from '../music/listed-songs.ts';
import type { ListedSong } from '../music/music-reading.ts';
import type { MusicSongRow } from '../music/music-rows.ts';
import { createAlbumReading } from './album-rows.ts';
import type { AppReading } from './app-reading.ts';
import { createAppStore } from './app-store.ts';
import { createFolderReading } from './folder-rows.ts';
import { createPictureReading } from './picture-rows.ts';
import { randomSongRows } from './random-songs.ts';
import { createSongWalk } from './song-walk.ts';

/** Songs behind a row, where a walk is at an offset; of a source by its number, null for all. */
interface Stretch {
  number: number | null;
  after: number;
  offset: number;
  limit: number;
}

/** Answers from `library.db` in this process. */
export const createEmbeddedApps = (
  raw: Database.Database,
  { random, nowMs }: { random: () => number; nowMs: () => number },
): AppReading => {
  const store = createAppStore(raw, nowMs);
  const { all, values, ids, music, together, versionOf, sourceId, state } = store;
  const walk = createSongWalk({
    idsAfter: (after, source, limit) => ids('songIdsAfter', { after, source, limit }),
    versionOf,
  });
  const readAfter = ({ number, after, offset, limit }: Readonly<Stretch>): ListedSong[] => {
    const rows =
      number === null
        ? values<ListedSongValues>('songsAfter', { after, limit })
        : values<ListedSongValues>('songsOfSourceAfter', { after, source: number, limit });
    walk.note(number, offset + rows.length, rows.at(-1)?.[0] ?? after);
    return music.listedSongs(rows);
  };
  return {
    ...createFolderReading(store),
    ...createAlbumReading(store),
    ...createPictureReading(store),
    songs: async ({ source, offset, limit }) => {
      const number = together(() => sourceId(source));
      // Where nobody walked before, all songs up to there are passed over.
      const after = await inSlices(walk.begin(number, offset), { around: together });
      if (after === null || limit === 0) return { name: '', read: async () => [] };
      return {
        name: `${number} ${after} ${limit}`,
        read: async () => together(() => readAfter({ number, after, offset, limit })),
      };
    },
    state,
    randomSongs: async (wish) =>
      together(() =>
        music.songs(all<MusicSongRow>('songsByRow', JSON.stringify(randomSongRows(store, wish, random)))),
      ),
    changedAtMs: async () => together(store.changedAtMs),
  };
};
