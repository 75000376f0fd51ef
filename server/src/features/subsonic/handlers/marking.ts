import type { AppReading } from '../../../library/read/apps/app-reading.ts';
import type { MusicReading } from '../../../library/read/music/music-reading.ts';
import type { CallOf, Handlers } from '../call.ts';
import { itemOf } from '../ids.ts';
import { codes, notFound, ProtocolError } from '../protocol-error.ts';
import type { Shaping } from '../shaping/shaping.ts';
import type { Node } from '../wire/tree.ts';
import { isInside, type ListsDeps, presentOf } from './lists.ts';

/** What can be starred and rated. */
type MarkedKind = 'song' | 'album' | 'artist' | 'folder';

/** Something that is starred or rated. */
export interface MarkedItem {
  readonly kind: MarkedKind;
  readonly id: string;
}

/** What stars and ratings stand on. */
export interface MarkingDeps {
  readonly apps: AppReading;
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly marked: ListsDeps['marked'];
  readonly sourceOf: (musicFolderId: number | undefined) => string | null;
  /** Each as one. */
  readonly marking: {
    star(userId: number, items: readonly MarkedItem[]): Promise<void>;
    unstar(userId: number, items: readonly MarkedItem[]): Promise<void>;
    rate(userId: number, items: readonly MarkedItem[], rating: number): Promise<void>;
  };
}

/** Ids that one question to the library may name. */
const mostAtOnce = 1000;

const isMarked = (kind: string): kind is MarkedKind => ['song', 'album', 'artist', 'folder'].includes(kind);

/** Which of what is named is there, whatever parameter names it. */
const createPresent = ({ apps, music }: MarkingDeps) => {
  const present = async (kind: MarkedKind, ids: readonly string[]): Promise<readonly boolean[]> => {
    switch (kind) {
      case 'song':
        return (await music.songsById(ids)).map((song) => song !== null);
      case 'album':
        return (await apps.albumsById(ids)).map((album) => album !== null);
      case 'artist':
        return (await music.artistsById(ids)).map((artist) => artist !== null);
      case 'folder':
        return (await Promise.all(ids.map(apps.folder))).map((folder) => folder !== null);
      default:
        return kind satisfies never;
    }
  };
  return async (texts: readonly string[]): Promise<MarkedItem[]> => {
    const named = texts.flatMap((text): MarkedItem[] => {
      const item = itemOf(text);
      return item !== null && isMarked(item.kind) ? [{ kind: item.kind, id: item.id }] : [];
    });
    const found: MarkedItem[] = [];
    for (const [kind, items] of Map.groupBy(named, (item) => item.kind))
      for (let at = 0; at < items.length; at += mostAtOnce) {
        const some = items.slice(at, at + mostAtOnce);
        const are = await present(
          kind,
          some.map(({ id }) => id),
        );
        found.push(...some.filter((_, index) => are[index]));
      }
    if (found.length === 0) throw notFound();
    return found;
  };
};

type Starred = Awaited<ReturnType<ListsDeps['marked']>>[number] | undefined;

const createStarred = ({ apps, music, shaping, marked, sourceOf }: MarkingDeps) => {
  const present = <Entry>(
    starred: Starred,
    find: (ids: readonly string[]) => Promise<readonly (Entry | null)[]>,
  ): Promise<Entry[]> =>
    presentOf(
      (starred ?? []).map(({ id }) => id),
      find,
    );
  const songsIn = async (starred: Starred, source: string | null) =>
    (await present(starred, music.songsById)).filter(({ path }) => isInside(path, source));
  const artistsIn = async (starred: Starred, source: string | null) => {
    const all = await present(starred, music.artistsById);
    if (source === null || all.length === 0) return all;
    const inside = new Set((await apps.artistIndex(source)).map(({ id }) => id));
    return all.filter(({ id }) => inside.has(id));
  };
  return {
    tags: async ({ caller: { userId }, parameters }: CallOf<'getStarred2'>): Promise<Node> => {
      const source = sourceOf(parameters.musicFolderId);
      const [artists, albums, songs] = await marked(userId, {
        order: 'starred',
        kinds: ['artist', 'album', 'song'],
      });
      return shaping.together(userId, {
        artist: shaping.artists(await artistsIn(artists, source)),
        album: shaping.albums(await present(albums, (ids) => apps.albumsById(ids, source))),
        song: shaping.songs(await songsIn(songs, source)),
      });
    },
    folders: async ({ caller: { userId }, parameters }: CallOf<'getStarred'>): Promise<Node> => {
      const source = sourceOf(parameters.musicFolderId);
      const [starred, songs] = await marked(userId, { order: 'starred', kinds: ['folder', 'song'] });
      const everywhere = await present(starred, (ids) => Promise.all(ids.map(apps.folder)));
      const folders = everywhere.filter(({ path }) => isInside(path, source));
      return shaping.together(userId, {
        artist: shaping.folderArtists.inList(folders.filter(({ isAlbum }) => !isAlbum)),
        album: shaping.folders(folders.filter(({ isAlbum }) => isAlbum)),
        song: shaping.songs(await songsIn(songs, source)),
      });
    },
  };
};

const greatestRating = 5;

type MarkingCalls = 'star' | 'unstar' | 'setRating' | 'getStarred' | 'getStarred2';

/** Stars and ratings. */
export const createMarkingHandlers = (deps: MarkingDeps): Pick<Handlers, MarkingCalls> => {
  const { marking } = deps;
  const present = createPresent(deps);
  const starred = createStarred(deps);

  const named = ({ parameters }: CallOf<'star'>): Promise<MarkedItem[]> => {
    const texts = [...parameters.id, ...parameters.albumId, ...parameters.artistId];
    if (texts.length === 0)
      throw new ProtocolError(codes.parameterMissing, 'The parameter id, albumId or artistId is missing.');
    return present(texts);
  };

  return {
    star: async (call) => {
      await marking.star(call.caller.userId, await named(call));
      return {};
    },
    unstar: async (call) => {
      await marking.unstar(call.caller.userId, await named(call));
      return {};
    },
    setRating: async ({ caller, parameters }) => {
      if (parameters.rating < 0 || parameters.rating > greatestRating)
        throw new ProtocolError(codes.other, 'The parameter rating has to be from 0 to 5.');
      await marking.rate(caller.userId, await present([parameters.id]), parameters.rating);
      return {};
    },
    getStarred: async (call) => ({ starred: await starred.folders(call) }),
    getStarred2: async (call) => ({ starred2: await starred.tags(call) }),
  };
};
