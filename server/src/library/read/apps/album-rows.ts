import { foldText } from '../../../platform/text/fold.ts';
import { derivedId, idText } from '../../model/public-id.ts';
import { type Role, roleOf } from '../../model/roles.ts';
import { listOf } from '../music/music-rows.ts';
import { hexOf } from '../music/music-store.ts';
import {
  type AlbumTags,
  type AppReading,
  type IndexedArtist,
  unknownArtist,
  type WalkOrder,
} from './app-reading.ts';
import { type AppStore, cutIds } from './app-store.ts';
import { createLooseAlbums, type LooseAlbums, looseRow } from './loose-albums.ts';
import { scattered } from './scattered.ts';

interface Name {
  readonly id: number;
  readonly text: string;
}

interface Genre {
  readonly id: number;
  readonly name: string;
}

/** What songs of an album say that say the same. Texts are JSON. */
interface Said {
  readonly id: number;
  readonly labels: string | null;
  readonly moods: string | null;
  readonly disc: number | null;
  readonly subtitle: string | null;
  readonly isExplicit: string | null;
  readonly sortTitle: string | null;
  readonly seconds: number;
}

const nobodyId = (): string => idText(derivedId('artist', ''));

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
  const inDisorder = scattered();
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
        return inDisorder({ version: versionOf(), seed: order.seed }, () =>
          withLoose(order, ids('albumsById')),
        );
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

interface IdRow {
  readonly id: number;
  readonly publicId: Buffer;
}

/** A text that may be the first of several; null for none. */
const textOf = (json: string | null): string | null => {
  if (json === null) return null;
  const [first] = [JSON.parse(json) as string | readonly string[]].flat();
  return first ?? null;
};

const each = (rows: readonly Said[], of: (row: Said) => string | null): string[] => [
  ...new Set(rows.flatMap((row) => listOf(of(row)))),
];

const tagsFrom = (genres: readonly Genre[], rows: readonly Said[]): AlbumTags => {
  const discs = new Map(
    rows.flatMap((row): [number, string][] => {
      const title = textOf(row.subtitle);
      return title === null ? [] : [[row.disc ?? 1, title]];
    }),
  );
  return {
    genres: genres.map(({ name }) => name),
    labels: each(rows, ({ labels }) => labels),
    moods: each(rows, ({ moods }) => moods),
    discs: Array.from(discs, ([disc, title]) => ({ disc, title })).sort((a, b) => a.disc - b.disc),
    isExplicit: rows.some(({ isExplicit }) => isExplicit === '1'),
    sortTitle: rows.map(({ sortTitle }) => textOf(sortTitle)).find((title) => title !== null) ?? null,
    seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
  };
};

/** What is said of rows of both kinds. */
const createTagsOf = (all: AppStore['all'], rows: readonly number[]): ((row: number) => AlbumTags) => {
  const albums = JSON.stringify(rows.filter((row) => row > 0));
  const folders = JSON.stringify(rows.filter((row) => row < 0).map((row) => -row));
  const inFolder = <Row extends { readonly id: number }>(row: Row): Row => ({ ...row, id: looseRow(row.id) });
  const genres = Map.groupBy(
    [...all<Genre>('genresOfAlbums', albums), ...all<Genre>('genresOfLoose', folders).map(inFolder)],
    ({ id }) => id,
  );
  const songs = Map.groupBy(
    [...all<Said>('saidOfAlbums', albums), ...all<Said>('saidOfLoose', folders).map(inFolder)],
    ({ id }) => id,
  );
  return (row) => tagsFrom(genres.get(row) ?? [], songs.get(row) ?? []);
};

/** Albums by their ids and artists, those of songs without an album among them. */
const createNamedAlbums = (
  { together, all, remembered }: AppStore,
  loose: LooseAlbums,
  insideOf: (source: string | null) => ReadonlySet<number> | null,
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
    albumsById: async (wanted, source = null) =>
      together(() => {
        const inside = insideOf(source);
        const rows = [...rowsOf(wanted).values()].filter((row) => inside === null || inside.has(row));
        const found = new Map(loose.headers(rows).map((album) => [album.id, album]));
        return wanted.map((id) => found.get(id) ?? null);
      }),
    albumTags: async (wanted) =>
      together(() => {
        // This stands in songs: an album is asked for it once for each state of the library.
        const known = remembered<string, AlbumTags>('album tags');
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

interface IndexRow extends Omit<IndexedArtist, 'id' | 'roles'> {
  readonly id: number;
  readonly publicId: Buffer;
  /** Numbers of roles, as JSON. */
  readonly roles: string;
}

/** Roles of somebody in the index, as of most there are few sets of them: each is made once. */
const rolesOf = (() => {
  const made = new Map<string, readonly Role[]>();
  return (numbers: string): readonly Role[] => {
    const known = made.get(numbers);
    if (known !== undefined) return known;
    const roles = (JSON.parse(numbers) as number[]).toSorted((a, b) => a - b).map(roleOf);
    const whole: readonly Role[] = roles.includes('albumArtist') ? roles : ['albumArtist', ...roles];
    made.set(numbers, whole);
    return whole;
  };
})();

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

  /** By name, and in an order that stays: what comes stands at the end. */
  const readIndex = (source: string | null) => {
    const allowed = artistsOfSource(source);
    const albumCount = loose.countOfNobody(store.sourceId(source));
    const nobody: IndexedArtist = {
      ...{ id: nobodyId(), name: unknownArtist, sortName: null, letter: '#', mbId: null, albumCount },
      roles: ['albumArtist'],
    };
    const rows = all<IndexRow>('artistIndex', JSON.stringify([...loose.artistsOf(null)])).filter(
      ({ id }) => allowed === null || allowed.has(id),
    );
    const named = rows.map(({ id: row, publicId, name, sortName, letter, mbId, roles, albumCount: own }) => {
      const artist: IndexedArtist = {
        id: idText(publicId),
        ...{ name, sortName, letter, mbId },
        roles: rolesOf(roles),
        albumCount: own + (loose.counts().get(row) ?? 0),
      };
      return { row, artist };
    });
    const last = albumCount === 0 ? [] : [nobody];
    const byName = named.map(({ artist }) => artist);
    const byRow = named.sort((one, other) => one.row - other.row).map(({ artist }) => artist);
    return { byName: [...byName, ...last], byRow: [...last, ...byRow] };
  };

  return { artistsOfSource, readIndex };
};

type AlbumCalls =
  | 'albums'
  | 'artistIndex'
  | 'artists'
  | 'genreNamed'
  | 'findAlbums'
  | 'findArtists'
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

  const artists = (source: string | null) => kept(`artists in ${source ?? ''}`, () => readIndex(source));

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
    artistIndex: async (source) => together(() => artists(source).byName),
    artists: async ({ source, offset, limit }) =>
      together(() => artists(source).byRow.slice(offset, offset + limit)),
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
    ...createNamedAlbums(store, loose, insideOf),
  };
};
