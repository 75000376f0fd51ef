import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import type { Caller, CallOf, Handlers } from '../call.ts';
import { wireId } from '../ids.ts';
import { codes, ProtocolError } from '../protocol-error.ts';
import type { Shaping } from '../shaping/shaping.ts';
import type { Node } from '../wire/tree.ts';
import { songIdsOf, songOf, songsOf } from './songs-of.ts';

interface KeptBookmark {
  readonly songId: string;
  readonly positionMs: number;
  readonly comment: string | null;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
}

interface KeptPlace {
  readonly currentIndex: number;
  readonly positionMs: number;
  readonly changedBy: string;
  readonly changedAtMs: number;
}

/** What coming back to songs stands on. */
export interface ResumingDeps {
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly bookmarks: {
    list(userId: number): Promise<readonly KeptBookmark[]>;
    of(userId: number, songIds: Iterable<string>): Promise<readonly KeptBookmark[]>;
    save(userId: number, bookmark: Pick<KeptBookmark, 'songId' | 'positionMs' | 'comment'>): Promise<void>;
    remove(userId: number, songId: string): Promise<void>;
  };
  readonly queues: {
    read(userId: number): Promise<{ place: KeptPlace; entries: readonly string[] } | null>;
    save(
      userId: number,
      queue: Omit<KeptPlace, 'changedAtMs'> & { readonly entries: readonly string[] },
    ): Promise<unknown>;
  };
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

type BookmarkCalls = 'getBookmarks' | 'createBookmark' | 'deleteBookmark';

const createBookmarkHandlers = ({
  music,
  shaping,
  bookmarks,
}: ResumingDeps): Pick<Handlers, BookmarkCalls> => ({
  getBookmarks: async ({ caller }) => {
    const kept = await bookmarks.list(caller.userId);
    const songs = await songsOf(
      music,
      kept.map(({ songId }) => songId),
    );
    const there = kept.flatMap((bookmark, at) => {
      const song = songs[at] ?? null;
      return song === null ? [] : [{ bookmark, song }];
    });
    const entries = await shaping.songNodes(
      caller.userId,
      there.map(({ song }) => song),
    );
    return {
      bookmarks: {
        bookmark: there.map(
          ({ bookmark }, at): Node => ({
            position: bookmark.positionMs,
            username: caller.username,
            comment: bookmark.comment ?? undefined,
            created: timeOf(bookmark.createdAtMs),
            changed: timeOf(bookmark.changedAtMs),
            entry: entries[at],
          }),
        ),
      },
    };
  },
  createBookmark: async ({ caller, parameters }) => {
    if (parameters.position < 0)
      throw new ProtocolError(codes.other, 'The parameter position has to be zero or more.');
    const song = await songOf(music, parameters.id);
    const comment = parameters.comment === undefined || parameters.comment === '' ? null : parameters.comment;
    await bookmarks.save(caller.userId, { songId: song.id, positionMs: parameters.position, comment });
    return {};
  },
  deleteBookmark: async ({ caller, parameters }) => {
    const [songId = ''] = songIdsOf([parameters.id]);
    const [kept] = await bookmarks.of(caller.userId, [songId]);
    // That of a song that is away can be taken away, too.
    if (kept === undefined) await songOf(music, parameters.id);
    else await bookmarks.remove(caller.userId, songId);
    return {};
  },
});

/** A queue as apps see it: songs that are there, and which of them is current. */
interface Seen {
  readonly songs: readonly MusicSong[];
  readonly currentIndex: number;
  readonly positionMs: number;
  readonly head: Node;
}

const createQueues = ({ music, queues, shaping }: ResumingDeps) => {
  const seen = async ({ userId, username }: Caller): Promise<Seen> => {
    const kept = await queues.read(userId);
    const all = await songsOf(music, kept?.entries ?? []);
    const place = kept?.place ?? { currentIndex: 0, positionMs: 0, changedBy: '', changedAtMs: 0 };
    const songs = all.filter((song) => song !== null);
    const before = all.slice(0, place.currentIndex).filter((song) => song !== null).length;
    const isThere = (all[place.currentIndex] ?? null) !== null;
    return {
      songs,
      // Where the current song is away, the next that is there; behind the last, the first.
      currentIndex: before < songs.length ? before : 0,
      positionMs: isThere ? place.positionMs : 0,
      head: { username, changed: timeOf(place.changedAtMs), changedBy: place.changedBy },
    };
  };
  return {
    /** @param current what names the song that plays among those that are there */
    read: async (caller: Caller, current: (queue: Seen) => Node): Promise<Node> => {
      const queue = await seen(caller);
      const place = queue.songs.length === 0 ? {} : { ...current(queue), position: queue.positionMs };
      return { ...queue.head, ...place, entry: await shaping.songEntries(caller.userId, queue.songs) };
    },
    /** @param index of the song that plays among what the app names */
    save: async (
      { caller, client }: Pick<CallOf<'savePlayQueue'>, 'caller' | 'client'>,
      { ids, index, positionMs }: { ids: readonly string[]; index: number; positionMs: number },
    ): Promise<void> => {
      const songs = await songsOf(music, ids);
      const isKept = (songs[index] ?? null) !== null;
      const before = songs.slice(0, Math.max(0, index)).filter((song) => song !== null).length;
      const entries = songs.flatMap((song) => (song === null ? [] : [song.id]));
      await queues.save(caller.userId, {
        entries,
        currentIndex: before < entries.length ? before : 0,
        positionMs: isKept ? positionMs : 0,
        changedBy: client,
      });
    },
  };
};

type QueueCalls = 'getPlayQueue' | 'savePlayQueue' | 'getPlayQueueByIndex' | 'savePlayQueueByIndex';

const createQueueHandlers = (deps: ResumingDeps): Pick<Handlers, QueueCalls> => {
  const queues = createQueues(deps);
  return {
    getPlayQueue: async ({ caller }) => ({
      playQueue: await queues.read(caller, ({ songs, currentIndex }) => ({
        current: wireId('song', songs[currentIndex]?.id ?? ''),
      })),
    }),
    getPlayQueueByIndex: async ({ caller }) => ({
      playQueueByIndex: await queues.read(caller, ({ currentIndex }) => ({ currentIndex })),
    }),
    savePlayQueue: async (call) => {
      const { id: texts, current, position: positionMs } = call.parameters;
      const at = current === undefined ? 0 : texts.indexOf(current);
      await queues.save(call, { ids: songIdsOf(texts), index: at, positionMs });
      return {};
    },
    savePlayQueueByIndex: async (call) => {
      const { id: texts, currentIndex, position: positionMs } = call.parameters;
      const isInside = currentIndex !== undefined && currentIndex >= 0 && currentIndex < texts.length;
      if (texts.length > 0 && !isInside)
        throw new ProtocolError(
          codes.parameterMissing,
          'The parameter currentIndex has to name one of the songs.',
        );
      await queues.save(call, { ids: songIdsOf(texts), index: currentIndex ?? 0, positionMs });
      return {};
    },
  };
};

/** Bookmarks and the queue: the same that our own client has. */
export const createResumingHandlers = (deps: ResumingDeps): Pick<Handlers, BookmarkCalls | QueueCalls> => ({
  ...createBookmarkHandlers(deps),
  ...createQueueHandlers(deps),
});
