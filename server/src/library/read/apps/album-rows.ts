import { foldText } from '../../../platform/text/fold.ts';
import { derivedId, idText } from '../../model/public-id.ts';
import { listOf } from '../music/music-rows.ts';
import { hexOf } from '../music/music-store.ts';
import { permuted } from '../music/permuted.ts';
import {
  type AlbumTags,
  type AppReading,
  type IndexedArtist,
  unknownArtist,
  type WalkOrder,
} from './app-reading.ts';
import { type AppStore, cutIds } from './app-store.ts';
import { createLooseAlbums, type LooseAlbums, looseRow } from './loose-albums.ts';

interface Name {
  readonly id: number;
  readonly text: string;
}

interface Genre {
  readonly id: number;
  readonly name: string;
}

interface Labels {
  readonly id: number;
  readonly labels: string;
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

interface IdRow {
  readonly id: number;
  readonly publicId: Buffer;
}

/** Genres and labels of rows of both kinds. */
const createTagsOf = (all: AppStore['all'], rows: readonly number[]): ((row: number) => AlbumTags) => {
  const albums = JSON.stringify(rows.filter((row) => row > 0));
  const folders = JSON.stringify(rows.filter((row) => row < 0).map((row) => -row));
  const inFolder = <Row extends { readonly id: number }>(row: Row): Row => ({ ...row, id: looseRow(row.id) });
  const genres = Map.groupBy(
    [...all<Genre>('genresOfAlbums', albums), ...all<Genre>('genresOfLoose', folders).map(inFolder)],
    ({ id }) => id,
  );
  const labels = Map.groupBy(
    [...all<Labels>('labelsOfAlbums', albums), ...all<Labels>('labelsOfLoose', folders).map(inFolder)],
    ({ id }) => id,
  );
  return (row) => ({
    genres: (genres.get(row) ?? []).map(({ name }) => name),
    labels: [...new Set((labels.get(row) ?? []).flatMap((each) => listOf(each.labels)))],
  });
};

/** Albums by their ids and artists, those of songs without an album among them. */
const createNamedAlbums = (
  { together, all, kept }: AppStore,
  loose: LooseAlbums,
): Pick<AppReading, 'albumsById' | 'albumTags' | 'looseAlbumsOf'> => {
  /** Rows of both kinds by their ids. */
  const rowsOf = (wanted: readonly string[]): ReadonlyMap<string, number> => {
    const hex = hexOf(wanted);
    const albums = all<IdRow>('albumRows', hex).map(({ id, publicId }): [string, number] => [
      idText(publicId),
      id,
    ]);
    if (albums.length === new Set(wanted).size) return new Map(albums);
    const folders = all<IdRow>('folderRows', hex).map(({ id, publicId }): [string, number] => [
      idText(publicId),
      looseRow(id),
    ]);
    return new Map([...folders, ...albums]);
  };
  return {
    albumsById: async (wanted) =>
      together(() => {
        const found = new Map(loose.headers([...rowsOf(wanted).values()]).map((album) => [album.id, album]));
        return wanted.map((id) => found.get(id) ?? null);
      }),
    albumTags: async (wanted) =>
      together(() => {
        // Labels stand in songs: an album is asked for them once for each state of the library.
        const known = kept('album tags', () => new Map<string, AlbumTags>());
        const rows = rowsOf(wanted.filter((id) => !known.has(id)));
        if (rows.size > 0) {
          const tags = createTagsOf(all, [...rows.values()]);
          for (const [id, row] of rows) known.set(id, tags(row));
        }
        return new Map(
          wanted.flatMap((id): [string, AlbumTags][] => {
            const tags = known.get(id);
            return tags === undefined ? [] : [[id, tags]];
          }),
        );
      }),
    looseAlbumsOf: async (artistId) => together(() => loose.ofArtist(artistId)),
  };
};

const createPictureReading = ({ together, all }: AppStore): Pick<AppReading, 'albumPictures'> => ({
  albumPictures: async (wanted) =>
    together(() => {
      const rows = all<PictureRow>('albumPictures', hexOf(wanted));
      return new Map(
        rows.flatMap((row): [string, string][] => {
          const picture = pictureOf(row);
          return picture === null ? [] : [[idText(row.publicId), picture]];
        }),
      );
    }),
});

/** Who there are albums of. */
const createArtistIndex = (store: AppStore, loose: LooseAlbums) => {
  const { all, ids, kept, albumsOfSource } = store;
  const artistsOfSource = (source: string | null): ReadonlySet<number> | null => {
    const albums = albumsOfSource(source);
    if (albums === null) return null;
    return kept(
      `artists of ${source ?? ''}`,
      () => new Set([...ids('artistsOfSource', JSON.stringify([...albums])), ...loose.artistsOf(source)]),
    );
  };

  const readIndex = (source: string | null): IndexedArtist[] => {
    const allowed = artistsOfSource(source);
    const albumCount = loose.countOfNobody(store.sourceId(source));
    const nobody = { id: nobodyId, name: unknownArtist, sortName: null, letter: '#', albumCount };
    const artists = all<Omit<IndexedArtist, 'id'> & { id: number; publicId: Buffer }>(
      'artistIndex',
      JSON.stringify([...loose.artistsOf(null)]),
    )
      .filter(({ id }) => allowed === null || allowed.has(id))
      .map(({ id, publicId, name, sortName, letter, albumCount: own }) => ({
        id: idText(publicId),
        ...{ name, sortName, letter },
        albumCount: own + (loose.counts().get(id) ?? 0),
      }));
    return albumCount === 0 ? artists : [...artists, nobody];
  };

  return { artistsOfSource, readIndex };
};

type AlbumCalls =
  | 'albums'
  | 'artistIndex'
  | 'genreNamed'
  | 'findAlbums'
  | 'findArtists'
  | 'albumPictures'
  | 'albumsById'
  | 'albumTags'
  | 'looseAlbumsOf';

/** Albums and artists, as tags have them. */
export const createAlbumReading = (store: AppStore): Pick<AppReading, AlbumCalls> => {
  const { all, kept, music, together } = store;
  const loose = createLooseAlbums(store);
  const { artistsOfSource, readIndex } = createArtistIndex(store, loose);
  const insideOf = createInside(store, loose);
  const albumIds = createAlbumOrders(store, loose, insideOf);

  const albumNames = (): readonly Name[] =>
    kept('albumNames', () => {
      const ofFolders = loose.folders().map(({ id, name }) => ({ id: looseRow(id), text: name }));
      return [...all<Name>('albumNames'), ...ofFolders].map(searched);
    });

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
    ...createNamedAlbums(store, loose),
    ...createPictureReading(store),
  };
};
