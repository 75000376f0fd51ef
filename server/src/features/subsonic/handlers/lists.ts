import type { AppReading, PageOf, WalkOrder } from '../../../library/read/apps/app-reading.ts';
import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import type { Clock } from '../../../platform/clock.ts';
import { splitLast } from '../../../platform/paths/virtual-path.ts';
import type { CallOf, Handlers } from '../call.ts';
import type { WalkedOrder } from '../pages/page-making.ts';
import type { WalkPages } from '../pages/walk-pages.ts';
import { codes, ProtocolError } from '../protocol-error.ts';
import type { Shaping } from '../shaping/shaping.ts';
import type { Entries, Node } from '../wire/tree.ts';

/** Orders of what somebody made of items. */
type MarkOrder = 'frequent' | 'recent' | 'highest' | 'starred';

/** What lists stand on. */
export interface ListsDeps {
  readonly apps: AppReading;
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly pages: WalkPages;
  /**
   * What the user starred, rated or played, in an order, with what that is by: a time, a rating or a number of plays. What
   * is away is among it. A list for each kind.
   */
  readonly marked: (
    userId: number,
    wish: {
      readonly order: MarkOrder;
      readonly kinds: readonly ('album' | 'folder' | 'artist' | 'song')[];
    },
  ) => Promise<readonly (readonly { readonly id: string; readonly value: number }[])[]>;
  readonly folderIdOf: (path: string) => string;
  readonly sourceOf: (musicFolderId: number | undefined) => string | null;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

type ListParameters = CallOf<'getAlbumList2'>['parameters'];

const markOrders: ReadonlySet<string> = new Set(['frequent', 'recent', 'highest', 'starred']);

const missing = (name: string): ProtocolError =>
  new ProtocolError(codes.parameterMissing, `The parameter ${name} is missing.`);

/** How long pages of a random list fit together, in milliseconds. */
const seedMs = 10 * 60_000;
/** Apps whose random lists are remembered. */
const mostSeeds = 1000;

/** Pages of a random list do not repeat: a new order begins with offset 0. */
const createSeeds = (clock: Pick<Clock, 'monotonicMs'>) => {
  const seeds = new Map<string, { seed: number; atMs: number }>();
  let next = 1;
  return (key: string, offset: number): number => {
    const nowMs = clock.monotonicMs();
    const known = seeds.get(key);
    if (known !== undefined && offset > 0 && nowMs - known.atMs < seedMs) return known.seed;
    if (seeds.size >= mostSeeds) seeds.clear();
    next += 1;
    seeds.set(key, { seed: next + Math.floor(nowMs), atMs: nowMs });
    return next + Math.floor(nowMs);
  };
};

/** @throws ProtocolError for a type there is not, or one that lacks what it needs */
const orderOf = (parameters: ListParameters, seed: () => number): WalkOrder => {
  switch (parameters.type) {
    case 'random':
      return { by: 'random', seed: seed() };
    case 'newest':
      return { by: 'newest' };
    case 'alphabeticalByName':
      return { by: 'name' };
    case 'alphabeticalByArtist':
      return { by: 'artist' };
    case 'byYear': {
      const { fromYear, toYear } = parameters;
      if (fromYear === undefined) throw missing('fromYear');
      if (toYear === undefined) throw missing('toYear');
      return { by: 'year', from: fromYear, to: toYear };
    }
    case 'byGenre':
      if (parameters.genre === undefined) throw missing('genre');
      return { by: 'genre', genre: parameters.genre };
    default:
      throw new ProtocolError(codes.other, `There is no list of the type ${parameters.type}.`);
  }
};

const isWalked = (order: WalkOrder): order is WalkedOrder =>
  ['row', 'name', 'artist', 'newest'].includes(order.by);

/** Whether something lies in a source, null for any. */
export const isInside = (path: string, source: string | null): boolean =>
  source === null || path === source || path.startsWith(`${source}/`);

/** Ids that one question to the library may name. */
const mostAtOnce = 1000;

/** Ids of folders in an order: by plays those of their songs, which are counted of songs, albums and artists. */
const createMarkedFolders =
  ({ music, marked, folderIdOf }: Pick<ListsDeps, 'music' | 'marked' | 'folderIdOf'>) =>
  async (userId: number, order: MarkOrder): Promise<readonly string[]> => {
    const isByPlays = order === 'frequent' || order === 'recent';
    const [listed = []] = await marked(userId, { order, kinds: [isByPlays ? 'song' : 'folder'] });
    if (!isByPlays) return listed.map(({ id }) => id);
    // Most lately played first, and so are the folders, once each.
    const playsOf = new Map<string, number>();
    for (let at = 0; at < listed.length; at += mostAtOnce) {
      const some = listed.slice(at, at + mostAtOnce);
      const paths = await music.songPaths(some.map(({ id }) => id));
      for (const [index, path] of paths.entries()) {
        if (path === null) continue;
        const folder = folderIdOf(splitLast(path).folder);
        playsOf.set(folder, (playsOf.get(folder) ?? 0) + (some[index]?.value ?? 0));
      }
    }
    const folders = [...playsOf];
    if (order === 'frequent') folders.sort(([, one], [, other]) => other - one);
    return folders.map(([id]) => id);
  };

/** What is there of a list of ids. */
export const presentOf = async <Entry>(
  ids: readonly string[],
  find: (some: readonly string[]) => Promise<readonly (Entry | null)[]>,
): Promise<Entry[]> => {
  const found: Entry[] = [];
  for (let at = 0; at < ids.length; at += mostAtOnce)
    for (const entry of await find(ids.slice(at, at + mostAtOnce))) if (entry !== null) found.push(entry);
  return found;
};

/** Lists of albums, of tags and of folders. */
const createAlbumLists = (deps: ListsDeps) => {
  const { apps, shaping, sourceOf } = deps;
  const seedOf = createSeeds(deps.clock);
  const markedFolders = createMarkedFolders(deps);

  const pageOf = ({ offset, size, musicFolderId }: ListParameters): PageOf => ({
    source: sourceOf(musicFolderId),
    offset,
    limit: size,
  });

  const albums = async ({
    caller,
    client,
    parameters,
    setHeader,
  }: CallOf<'getAlbumList2'>): Promise<Entries> => {
    const page = pageOf(parameters);
    if (markOrders.has(parameters.type)) {
      const order = parameters.type as MarkOrder;
      const [listed = []] = await deps.marked(caller.userId, { order, kinds: ['album'] });
      const ids = listed.map(({ id }) => id);
      const found = await presentOf(ids, (some) => apps.albumsById(some, page.source));
      setHeader('X-Total-Count', String(found.length));
      const shown = found.slice(page.offset, page.offset + page.limit);
      return shaping.told(caller.userId, shaping.albums(shown));
    }
    const order = orderOf(parameters, () => seedOf(`${caller.userId} ${client} tags`, page.offset));
    if (isWalked(order)) {
      const { total, entries } = await deps.pages.page(caller.userId, { of: 'albums', order, page });
      setHeader('X-Total-Count', String(total));
      return entries;
    }
    const { total, entries } = await apps.albums(order, page);
    setHeader('X-Total-Count', String(total));
    return shaping.told(caller.userId, shaping.albums(entries));
  };

  const folders = async ({
    caller,
    client,
    parameters,
    setHeader,
  }: CallOf<'getAlbumList'>): Promise<Node[]> => {
    const page = pageOf(parameters);
    if (markOrders.has(parameters.type)) {
      const order = parameters.type as MarkOrder;
      const ids = await markedFolders(caller.userId, order);
      const all = await presentOf(ids, (some) => Promise.all(some.map(apps.folder)));
      const found = all.filter(({ path }) => isInside(path, page.source));
      setHeader('X-Total-Count', String(found.length));
      const shown = found.slice(page.offset, page.offset + page.limit);
      return shaping.told(caller.userId, shaping.folders(shown));
    }
    const seed = (): number => seedOf(`${caller.userId} ${client} folders`, page.offset);
    const { total, entries } = await apps.folders(orderOf(parameters, seed), page);
    setHeader('X-Total-Count', String(total));
    return shaping.told(caller.userId, shaping.folders(entries));
  };

  return { albums, folders };
};

/** Lists of songs. */
const createSongLists = ({
  apps,
  music,
  shaping,
  sourceOf,
}: ListsDeps): Pick<Handlers, 'getRandomSongs' | 'getSongsByGenre'> => ({
  getRandomSongs: async ({ caller, parameters }) => {
    const songs = await apps.randomSongs({
      count: parameters.size,
      source: sourceOf(parameters.musicFolderId),
      genre: parameters.genre ?? null,
      fromYear: parameters.fromYear ?? null,
      toYear: parameters.toYear ?? null,
    });
    return { randomSongs: { song: await shaping.songEntries(caller.userId, songs) } };
  },
  getSongsByGenre: async ({ caller, parameters }) => {
    const { offset, count } = parameters;
    const source = sourceOf(parameters.musicFolderId);
    const genre = await apps.genreNamed(parameters.genre);
    const all =
      genre === null
        ? []
        : (await music.genreSongs(genre, { offset: 0, limit: Number.POSITIVE_INFINITY })).entries;
    const inside = all.filter((path) => isInside(path, source));
    const songs = (await music.songsByPath(inside.slice(offset, offset + count))).filter(
      (song): song is MusicSong => song !== null,
    );
    return { songsByGenre: { song: await shaping.songEntries(caller.userId, songs) } };
  },
});

type ListCalls = 'getAlbumList' | 'getAlbumList2' | 'getRandomSongs' | 'getSongsByGenre';

/** Lists of albums and songs. */
export const createListHandlers = (deps: ListsDeps): Pick<Handlers, ListCalls> => {
  const { albums, folders } = createAlbumLists(deps);
  return {
    ...createSongLists(deps),
    getAlbumList: async (call) => ({ albumList: { album: await folders(call) } }),
    getAlbumList2: async (call) => ({ albumList2: { album: await albums(call) } }),
  };
};
