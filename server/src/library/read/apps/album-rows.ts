import { foldText } from '../../../platform/text/fold.ts';
import { derivedId, idBytesOf, idText } from '../../model/public-id.ts';
import { permuted } from '../music/permuted.ts';
import { type AppReading, type IndexedArtist, unknownArtist, type WalkOrder } from './app-reading.ts';
import { type AppStore, cutIds } from './app-store.ts';
import { createLooseAlbums, type LooseAlbums, looseRow } from './loose-albums.ts';

interface Name {
  readonly id: number;
  readonly text: string;
}

interface PictureRow {
  readonly publicId: Buffer;
  readonly name: string;
  readonly hasPicture: 0 | 1;
  readonly path: string;
  readonly picturePath: string | null;
}

const nobodyId = idText(derivedId('artist', ''));

/** Rows of albums that have a song of a source; null for all. */
const createInside =
  ({ albumsOfSource, sourceId, kept }: AppStore, { folders }: LooseAlbums) =>
  (source: string | null): ReadonlySet<number> | null => {
    const albums = albumsOfSource(source);
    const number = sourceId(source);
    if (albums === null || number === null) return null;
    return kept(`albums of ${number}, and loose ones`, () => {
      const own = folders().filter((folder) => folder.sourceId === number);
      return own.length === 0 ? albums : new Set([...albums, ...own.map(({ id }) => looseRow(id))]);
    });
  };

/** Rows of albums in every order. */
const createAlbumOrders = (
  { kept, ids, versionOf, genreNamed }: AppStore,
  { withLoose }: LooseAlbums,
  insideOf: (source: string | null) => ReadonlySet<number> | null,
) => {
  const shuffled = permuted();
  const inOrder = (order: WalkOrder): readonly number[] => {
    switch (order.by) {
      case 'row':
        return kept('albums by row', () => withLoose(order, ids('albumsById')));
      case 'name':
        return kept('albums by name', () => withLoose(order, ids('albumsByName')));
      case 'artist':
        return kept('albums by artist', () => withLoose(order, ids('albumsByArtist')));
      case 'newest':
        return kept('albums by newest', () => withLoose(order, ids('albumsByNewest')));
      case 'random':
        return shuffled({ version: versionOf(), seed: order.seed }, () => [
          ...withLoose(order, ids('albumsById')),
        ]);
      case 'year':
        return withLoose(
          order,
          order.from > order.to
            ? ids('albumsOfYearsBack', order.to, order.from)
            : ids('albumsOfYears', order.from, order.to),
        );
      case 'genre':
        return withLoose(order, ids('albumsOfGenre', genreNamed(order.genre)?.id ?? -1));
      default:
        return order satisfies never;
    }
  };
  return (order: WalkOrder, source: string | null): readonly number[] => {
    const whole = inOrder(order);
    const inside = insideOf(source);
    return inside === null ? whole : whole.filter((id) => inside.has(id));
  };
};

/** Ids of names that hold every word, at the beginning of one of theirs; those that begin with the first come first. */
const namedIds = (
  names: readonly Name[],
  words: readonly string[],
  allowed: ReadonlySet<number> | null,
): number[] => {
  const wanted = words.map((word) => ` ${word}`);
  const found = names.filter(
    ({ id, text }) => wanted.every((word) => text.includes(word)) && (allowed === null || allowed.has(id)),
  );
  const begins = ({ text }: Name): boolean => text.startsWith(wanted[0] ?? '');
  return [...found.filter(begins), ...found.filter((name) => !begins(name))].map(({ id }) => id);
};

const searched = ({ id, text }: Name): Name => ({
  id,
  text: ` ${foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`,
});

const pictureOf = ({ name, hasPicture, path, picturePath }: PictureRow): string | null =>
  picturePath ?? (hasPicture === 1 ? `${path}/${name}` : null);

/** Albums of songs without an album. */
const createLooseReading = (
  store: AppStore,
  loose: LooseAlbums,
): Pick<AppReading, 'looseAlbum' | 'looseAlbumsOf'> => {
  const { together } = store;
  return {
    looseAlbum: async (id) =>
      together(() => {
        const bytes = idBytesOf(id);
        const folder = bytes === null ? null : store.one<{ rowId: number }>('folderByPublicId', bytes);
        return folder === null ? null : (loose.headers([looseRow(folder.rowId)])[0] ?? null);
      }),
    looseAlbumsOf: async (artistId) => together(() => loose.ofArtist(artistId)),
  };
};

const createPictureReading = ({ together, all }: AppStore): Pick<AppReading, 'albumPictures'> => ({
  albumPictures: async (wanted) =>
    together(() => {
      const hex = wanted.map((id) => idBytesOf(id)?.toString('hex')).filter((id) => id !== undefined);
      const rows = all<PictureRow>('albumPictures', JSON.stringify([...new Set(hex)]));
      return new Map(
        rows.flatMap((row): [string, string][] => {
          const picture = pictureOf(row);
          return picture === null ? [] : [[idText(row.publicId), picture]];
        }),
      );
    }),
});

type AlbumCalls =
  | 'albums'
  | 'artistIndex'
  | 'genreNamed'
  | 'findAlbums'
  | 'findArtists'
  | 'albumPictures'
  | 'looseAlbum'
  | 'looseAlbumsOf';

/** Albums and artists, as tags have them. */
export const createAlbumReading = (store: AppStore): Pick<AppReading, AlbumCalls> => {
  const { all, ids, kept, music, together, albumsOfSource } = store;
  const loose = createLooseAlbums(store);
  const insideOf = createInside(store, loose);
  const albumIds = createAlbumOrders(store, loose, insideOf);

  const albumNames = (): readonly Name[] =>
    kept('albumNames', () => {
      const ofFolders = loose.folders().map(({ id, name }) => ({ id: looseRow(id), text: name }));
      return [...all<Name>('albumNames'), ...ofFolders].map(searched);
    });

  const artistsOfSource = (source: string | null): ReadonlySet<number> | null => {
    const albums = albumsOfSource(source);
    if (albums === null) return null;
    return kept(
      `artists of ${source ?? ''}`,
      () => new Set(ids('artistsOfSource', JSON.stringify([...albums]))),
    );
  };

  const readIndex = (source: string | null): IndexedArtist[] => {
    const allowed = artistsOfSource(source);
    const albumCount = loose.countOfNobody(store.sourceId(source));
    const nobody = { id: nobodyId, name: unknownArtist, sortName: null, letter: '#', albumCount };
    const artists = all<Omit<IndexedArtist, 'id'> & { id: number; publicId: Buffer }>('artistIndex')
      .filter(({ id }) => allowed === null || allowed.has(id))
      .map(({ id, publicId, name, sortName, letter, albumCount: own }) => ({
        id: idText(publicId),
        ...{ name, sortName, letter },
        albumCount: own + (loose.counts().get(id) ?? 0),
      }));
    return albumCount === 0 ? artists : [...artists, nobody];
  };

  return {
    albums: async (order, { source, ...page }) =>
      together(() => {
        const { total, ids: rows } = cutIds(albumIds(order, source), page);
        return { total, entries: loose.headers(rows) };
      }),
    artistIndex: async (source) =>
      together(() => kept(`artists in ${source ?? ''}`, () => readIndex(source))),
    genreNamed: async (name) => store.genreNamed(name)?.publicId ?? null,
    findAlbums: async (words, { source, ...page }) =>
      together(() => loose.headers(cutIds(namedIds(albumNames(), words, insideOf(source)), page).ids)),
    findArtists: async (words, { source, ...page }) =>
      together(() =>
        music.artistsByIds(
          cutIds(
            namedIds(
              kept('artistNames', () => all<Name>('artistNames').map(searched)),
              words,
              artistsOfSource(source),
            ),
            page,
          ).ids,
        ),
      ),
    ...createLooseReading(store, loose),
    ...createPictureReading(store),
  };
};
