import { naturalKey } from '../../../platform/text/natural-key.ts';
import { folderId, idBytesOf, idText } from '../../model/public-id.ts';
import type { MusicSongRow } from '../music/music-rows.ts';
import { hexOf } from '../music/music-store.ts';
import type { AppReading, FolderFacts, FolderTags, OpenedFolder, WalkOrder } from './app-reading.ts';
import { type AppStore, cutIds } from './app-store.ts';
import { scattered } from './scattered.ts';

interface FolderRow {
  readonly rowId: number;
  readonly publicId: Buffer;
  readonly path: string;
  readonly name: string;
  readonly songCount: number;
  readonly isAlbum: 0 | 1;
  readonly album: string | null;
  readonly artist: string | null;
  readonly year: number | null;
  readonly artwork: string | null;
  readonly newestSongAt: number;
  readonly addedAt: number;
}

interface OrderRow {
  readonly id: number;
  readonly sourceId: number;
  readonly name: string;
  readonly album: string | null;
  readonly artist: string | null;
  readonly year: number | null;
  readonly newest: number;
}

const parentOf = (path: string): string | null => {
  const at = path.lastIndexOf('/');
  return at === -1 ? null : path.slice(0, at);
};

const folderIdOf = (path: string): string => idText(folderId(path));

/** Makes folders of rows: those of one list mostly lie in the same one. */
const foldersFromRows = (rows: readonly FolderRow[]): FolderFacts[] => {
  let lastParent: string | null = null;
  let lastId: string | null = null;
  return rows.map((row) => {
    const parent = parentOf(row.path);
    if (parent !== lastParent) lastId = parent === null ? null : folderIdOf(parent);
    lastParent = parent;
    return {
      id: idText(row.publicId),
      path: row.path,
      name: row.name,
      parentId: lastId,
      songCount: row.songCount,
      isAlbum: row.isAlbum === 1,
      album: row.album,
      artist: row.artist,
      year: row.year,
      artwork: row.artwork,
      addedAt: row.newestSongAt === 0 ? row.addedAt : row.newestSongAt,
    };
  });
};

const byKeys = (rows: readonly OrderRow[], textOf: (row: OrderRow) => string): number[] =>
  rows
    .map((row) => ({ id: row.id, key: naturalKey(textOf(row)) }))
    .sort((one, other) => Buffer.compare(one.key, other.key) || one.id - other.id)
    .map(({ id }) => id);

const ofYears = (rows: readonly OrderRow[], { from, to }: { from: number; to: number }): number[] => {
  const sign = from > to ? -1 : 1;
  return rows
    .filter(({ year }) => year !== null && year >= Math.min(from, to) && year <= Math.max(from, to))
    .sort((a, b) => sign * ((a.year ?? 0) - (b.year ?? 0)) || a.id - b.id)
    .map(({ id }) => id);
};

/** Rows of folders with songs in every order. */
const createFolderOrders = ({ kept, ids, all, versionOf, genreNamed, sourceId }: AppStore) => {
  const inDisorder = scattered();
  const inOrder = (order: WalkOrder, rows: readonly OrderRow[]): readonly number[] => {
    switch (order.by) {
      case 'row':
        return kept('folders by row', () => rows.map(({ id }) => id).sort((a, b) => a - b));
      case 'name':
        return kept('folders by name', () => byKeys(rows, ({ album, name }) => album ?? name));
      case 'artist':
        return kept('folders by artist', () =>
          byKeys(rows, ({ artist, album, name }) => `${artist ?? ''}\u0001${album ?? name}`),
        );
      case 'newest':
        return kept('folders by newest', () =>
          [...rows].sort((a, b) => b.newest - a.newest || b.id - a.id).map(({ id }) => id),
        );
      case 'random':
        return inDisorder({ version: versionOf(), seed: order.seed }, () => rows.map(({ id }) => id));
      case 'year':
        return ofYears(rows, order);
      case 'genre': {
        const inside = new Set(ids('foldersOfGenre', genreNamed(order.genre)?.id ?? -1));
        return inOrder({ by: 'name' }, rows).filter((id) => inside.has(id));
      }
      default:
        return order satisfies never;
    }
  };
  return (order: WalkOrder, source: string | null): readonly number[] => {
    const rows = kept('folders', () => all<OrderRow>('foldersByRow'));
    const whole = inOrder(order, rows);
    const number = sourceId(source);
    if (number === null) return whole;
    const inside = kept(
      `folders of ${number}`,
      () => new Set(rows.flatMap((row) => (row.sourceId === number ? [row.id] : []))),
    );
    return whole.filter((id) => inside.has(id));
  };
};

type FolderCalls =
  | 'roots'
  | 'topLevel'
  | 'topFolders'
  | 'folder'
  | 'folderAt'
  | 'folders'
  | 'folderTags'
  | 'looseSongs';

interface SumRow {
  readonly id: number;
  readonly seconds: number;
  readonly albumRow: number | null;
}

/** What the songs right in folders say, asked for once for each state of the library. */
const createFolderTags = ({ all, remembered, music, together }: AppStore): AppReading['folderTags'] => {
  const tagsOf = (ids: readonly string[]): [string, FolderTags][] => {
    const folders = all<{ id: number; publicId: Buffer }>('folderRows', hexOf(ids));
    const rows = JSON.stringify(folders.map(({ id }) => id));
    const sums = new Map(all<SumRow>('sumsOfFolders', rows).map((row) => [row.id, row]));
    const genres = Map.groupBy(all<{ id: number; name: string }>('genresOfFolders', rows), ({ id }) => id);
    const albumRows = [...sums.values()].map(({ albumRow }) => albumRow).filter((row) => row !== null);
    const wanted = [...new Set(albumRows)];
    const headers = music.albumsByIds(wanted);
    const albums = new Map(wanted.map((row, at) => [row, headers[at]]));
    return folders.map(({ id, publicId }) => {
      const sum = sums.get(id);
      const album = albums.get(sum?.albumRow ?? 0);
      const tags = {
        genres: (genres.get(id) ?? []).map(({ name }) => name),
        seconds: sum?.seconds ?? 0,
        albumId: album?.id ?? null,
        artists: album?.artists ?? [],
      };
      return [idText(publicId), tags];
    });
  };
  return async (ids) =>
    together(() => {
      const known = remembered<string, FolderTags>('folder tags');
      for (const [id, tags] of tagsOf(ids.filter((one) => !known.has(one)))) known.set(id, tags);
      return new Map(
        ids.flatMap((id): [string, FolderTags][] => {
          const tags = known.get(id);
          return tags === undefined ? [] : [[id, tags]];
        }),
      );
    });
};

/** Folders, as they are on the disk. */
export const createFolderReading = (store: AppStore): Pick<AppReading, FolderCalls> => {
  const { all, kept, one, music, together } = store;
  const folderIds = createFolderOrders(store);

  const openFolder = (row: FolderRow | null): OpenedFolder | null => {
    const [facts] = row === null ? [] : foldersFromRows([row]);
    if (row === null || facts === undefined) return null;
    return {
      ...facts,
      folders: foldersFromRows(all<FolderRow>('foldersIn', row.rowId)),
      songs: music.songs(all<MusicSongRow>('songsIn', row.rowId)),
    };
  };

  const rowOf = (id: string): FolderRow | null => {
    const bytes = idBytesOf(id);
    return bytes === null ? null : one<FolderRow>('folderByPublicId', bytes);
  };

  const rootsOf = (source: string | null): FolderRow[] =>
    all<FolderRow>('roots').filter(({ name }) => source === null || name === source);

  const topLevel = (source: string | null): Pick<OpenedFolder, 'folders' | 'songs'> => {
    // Before it: an app that is told of a later change than what it was sent would never ask for that again.
    store.changedAtMs();
    return kept(`top level of ${source ?? ''}`, () => {
      const opened = rootsOf(source)
        .map(openFolder)
        .filter((folder) => folder !== null);
      return {
        folders: opened.flatMap(({ folders }) => folders),
        songs: opened.flatMap(({ songs }) => songs),
      };
    });
  };

  const topByRow = (source: string | null): readonly FolderFacts[] =>
    kept(`top folders of ${source ?? ''} by row`, () => {
      const rows = rootsOf(source).flatMap(({ rowId }) => all<FolderRow>('foldersIn', rowId));
      const rowByPath = new Map(rows.map(({ path, rowId }) => [path, rowId]));
      const place = ({ path }: FolderFacts): number => rowByPath.get(path) ?? 0;
      return topLevel(source).folders.toSorted((one, other) => place(one) - place(other));
    });

  return {
    roots: async () => together(() => foldersFromRows(all<FolderRow>('roots'))),
    topLevel: async (source) => together(() => topLevel(source)),
    topFolders: async ({ source, offset, limit }) =>
      together(() => topByRow(source).slice(offset, offset + limit)),
    folder: async (id) => together(() => openFolder(rowOf(id))),
    folderAt: async (path) => together(() => openFolder(one<FolderRow>('folderByPath', path))),
    folders: async (order, { source, ...page }) =>
      together(() => {
        const { total, ids } = cutIds(folderIds(order, source), page);
        return { total, entries: foldersFromRows(all<FolderRow>('foldersByIds', JSON.stringify(ids))) };
      }),
    folderTags: createFolderTags(store),
    looseSongs: async (id) =>
      together(() => {
        const row = rowOf(id);
        return row === null ? [] : music.songs(all<MusicSongRow>('looseSongs', row.rowId));
      }),
  };
};
