import { foldText } from '../../../platform/text/fold.ts';
import { idBytesOf, idText } from '../../model/public-id.ts';
import { permuted } from '../music/permuted.ts';
import type { AppReading, IndexedArtist, WalkOrder } from './app-reading.ts';
import { type AppStore, cutIds } from './app-store.ts';

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

/** Rows of albums in every order. */
const createAlbumOrders = ({ kept, ids, versionOf, genreNamed, albumsOfSource }: AppStore) => {
  const shuffled = permuted();
  const inOrder = (order: WalkOrder): readonly number[] => {
    switch (order.by) {
      case 'row':
        return kept('albums by row', () => ids('albumsById'));
      case 'name':
        return kept('albums by name', () => ids('albumsByName'));
      case 'artist':
        return kept('albums by artist', () => ids('albumsByArtist'));
      case 'newest':
        return kept('albums by newest', () => ids('albumsByNewest'));
      case 'random':
        return shuffled({ version: versionOf(), seed: order.seed }, () => ids('albumsById'));
      case 'year':
        return order.from > order.to
          ? ids('albumsOfYearsBack', order.to, order.from)
          : ids('albumsOfYears', order.from, order.to);
      case 'genre':
        return ids('albumsOfGenre', genreNamed(order.genre)?.id ?? -1);
      default:
        return order satisfies never;
    }
  };
  return (order: WalkOrder, source: string | null): readonly number[] => {
    const whole = inOrder(order);
    const inside = albumsOfSource(source);
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

const namesIn = ({ kept, all }: AppStore, kind: 'albumNames' | 'artistNames'): readonly Name[] =>
  kept(kind, () =>
    all<Name>(kind).map(({ id, text }) => ({
      id,
      text: ` ${foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`,
    })),
  );

const pictureOf = ({ name, hasPicture, path, picturePath }: PictureRow): string | null =>
  picturePath ?? (hasPicture === 1 ? `${path}/${name}` : null);

type AlbumCalls = 'albums' | 'artistIndex' | 'genreNamed' | 'findAlbums' | 'findArtists' | 'albumPictures';

/** Albums and artists, as tags have them. */
export const createAlbumReading = (store: AppStore): Pick<AppReading, AlbumCalls> => {
  const { all, ids, kept, music, together, albumsOfSource } = store;
  const albumIds = createAlbumOrders(store);

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
    return all<Omit<IndexedArtist, 'id'> & { id: number; publicId: Buffer }>('artistIndex')
      .filter(({ id }) => allowed === null || allowed.has(id))
      .map(({ publicId, name, sortName, letter, albumCount }) => ({
        id: idText(publicId),
        name,
        sortName,
        letter,
        albumCount,
      }));
  };

  return {
    albums: async (order, { source, ...page }) =>
      together(() => {
        const { total, ids: rows } = cutIds(albumIds(order, source), page);
        return { total, entries: music.albumsByIds(rows) };
      }),
    artistIndex: async (source) =>
      together(() => kept(`artists in ${source ?? ''}`, () => readIndex(source))),
    genreNamed: async (name) => store.genreNamed(name)?.publicId ?? null,
    findAlbums: async (words, { source, ...page }) =>
      together(() =>
        music.albumsByIds(
          cutIds(namedIds(namesIn(store, 'albumNames'), words, albumsOfSource(source)), page).ids,
        ),
      ),
    findArtists: async (words, { source, ...page }) =>
      together(() =>
        music.artistsByIds(
          cutIds(namedIds(namesIn(store, 'artistNames'), words, artistsOfSource(source)), page).ids,
        ),
      ),
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
  };
};
