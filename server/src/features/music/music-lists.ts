import type { AlbumKind, MusicAlbumOrder, SongRole } from '@tonearm/contract';
import type { ListPage } from '../../library/read/list-page.ts';
import type {
  AlbumHeader,
  AlbumsWish,
  ArtistHeader,
  GenreHeader,
  MusicReading,
  Part,
} from '../../library/read/music/music-reading.ts';
import { wordsOf } from '../../library/search-index/search-words.ts';
import { foldText } from '../../platform/text/fold.ts';
import type { createLikedReading } from './liked.ts';

/** Names by what somebody types to see fewer of them. */
export interface NameFilter {
  /** Ids of those that are left, in no order. */
  filter(kind: 'artist' | 'album', text: string): Promise<readonly string[]>;
}

interface Filtered extends ListPage {
  /** Nothing but blanks leaves everything. */
  readonly filter?: string | undefined;
}

/** Which albums, and in what order. */
export interface AlbumsAsked extends Filtered {
  readonly order: MusicAlbumOrder;
  readonly seed?: number | undefined;
  readonly kind?: AlbumKind | undefined;
  /** Id of a genre. */
  readonly genre?: string | undefined;
}

const isAsked = (filter: string | undefined): filter is string =>
  filter !== undefined && filter.trim() !== '';

/** Genres are few: they are filtered here. */
const createGenreList =
  (reading: Pick<MusicReading, 'genres'>) =>
  async ({
    offset,
    limit,
    order,
    filter,
  }: Filtered & { readonly order: 'name' | 'songs' }): Promise<Part<GenreHeader>> => {
    if (!isAsked(filter)) return await reading.genres({ order, offset, limit });
    const { entries } = await reading.genres({ order, offset: 0, limit: Number.POSITIVE_INFINITY });
    const words = wordsOf(filter);
    const left = entries.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
    return { total: left.length, entries: left.slice(offset, offset + limit) };
  };

/** Lists of albums, artists and genres, filtered, and in orders that only their listener knows. */
export const createMusicLists = (
  reading: Pick<MusicReading, 'albums' | 'artists' | 'genres'>,
  names: NameFilter,
  liked: Pick<ReturnType<typeof createLikedReading>, 'shelfIds'>,
) => {
  const among = async (
    kind: 'artist' | 'album',
    filter: string | undefined,
  ): Promise<{ among?: readonly string[] }> =>
    isAsked(filter) ? { among: await names.filter(kind, filter) } : {};

  const orderOf = async (
    userId: number,
    { order, seed = 0 }: AlbumsAsked,
  ): Promise<Pick<AlbumsWish, 'order' | 'seed' | 'given'>> => {
    switch (order) {
      case 'played':
      case 'recently_played':
      case 'most_played':
      case 'forgotten_favourites': {
        const ids = await liked.shelfIds(userId, order === 'played' ? 'recently_played' : order);
        return { order: 'given', given: { ids, withOthers: order === 'played' } };
      }
      default:
        return { order, seed };
    }
  };

  return {
    albums: async (userId: number, asked: AlbumsAsked): Promise<Part<AlbumHeader>> => {
      const { offset, limit, kind, genre, filter } = asked;
      return await reading.albums({
        offset,
        limit,
        ...(await orderOf(userId, asked)),
        ...(await among('album', filter)),
        ...(kind === undefined ? {} : { kind }),
        ...(genre === undefined ? {} : { genreId: genre }),
      });
    },
    artists: async ({
      offset,
      limit,
      role,
      filter,
    }: Filtered & { readonly role?: SongRole | undefined }): Promise<Part<ArtistHeader>> =>
      await reading.artists({
        offset,
        limit,
        ...(await among('artist', filter)),
        ...(role === undefined ? {} : { role }),
      }),
    genres: createGenreList(reading),
  };
};
