import { type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { MusicReading } from '../../library/read/music/music-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Bookmarks } from './bookmarks.ts';

/** Songs that the library is asked for at once: more bookmarks than anybody has. */
const mostBookmarks = 1000;

/** The calls of bookmarks. */
export const createBookmarksRoutes = (deps: {
  bookmarks: Bookmarks;
  reading: Pick<MusicReading, 'songIds' | 'songPaths'>;
  lookup: Pick<CollectionLookup, 'findSongs'>;
}): Route[] => {
  const { bookmarks, reading, lookup } = deps;
  const idAt = async (path: string): Promise<string> => {
    const [id = null] = await reading.songIds([path]);
    if (id === null) throw new AppError('song_not_found', 'There is no such song in the collection.');
    return id;
  };
  return [
    route('listBookmarks', async ({ caller }) => {
      const listed = (await bookmarks.list(caller.userId)).slice(0, mostBookmarks);
      const paths = await reading.songPaths(listed.map(({ songId }) => songId));
      // One that is away is asked for by a path that nothing has.
      const songs = await lookup.findSongs(paths.map((path) => path ?? ''));
      return listed.flatMap((bookmark, index) => {
        const song = songs[index] ?? null;
        if (song === null) return [];
        return [
          {
            song,
            position_ms: bookmark.positionMs,
            comment: bookmark.comment,
            created_at_ms: bookmark.createdAtMs,
            changed_at_ms: bookmark.changedAtMs,
          },
        ];
      });
    }),
    route('putBookmark', async ({ caller, parameter, body }) =>
      bookmarks
        .save(caller.userId, {
          songId: await idAt(parameter),
          positionMs: body.position_ms,
          comment: body.comment,
        })
        .then(() => undefined),
    ),
    route('deleteBookmark', async ({ caller, parameter }) =>
      bookmarks.remove(caller.userId, await idAt(parameter)).then(() => undefined),
    ),
  ];
};
