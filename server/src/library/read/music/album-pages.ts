import type { ListPage } from '../list-page.ts';
import type { AlbumHeader, AlbumsWish, Part } from './music-reading.ts';
import { hexOf, type MusicStore } from './music-store.ts';
import { cut, limitOf, nothing, numberOf, numbersIn } from './parts.ts';
import { permuted } from './permuted.ts';

const orders = {
  added: 'albumsByAdded',
  title: 'albumsByTitle',
  artist: 'albumsByArtist',
  year: 'albumsByYear',
} as const;

const idOrders = {
  added: 'albumIdsByAdded',
  title: 'albumIdsByTitle',
  artist: 'albumIdsByArtist',
  year: 'albumIdsByYear',
  given: 'albumIdsAsGiven',
  random: 'albumIdsAsGiven',
} as const;

/** Numbers in an order, and where each of them stands. */
interface NumberList {
  readonly numbers: readonly number[];
  readonly placeOf: (number: number) => number | undefined;
}

const numberList = (numbers: readonly number[]): NumberList => {
  let places: Map<number, number> | null = null;
  return {
    numbers,
    placeOf: (number) => {
      places ??= new Map(numbers.map((one, at) => [one, at]));
      return places.get(number);
    },
  };
};

/** A page of some numbers with all others behind them, without going through what lies before the page. */
const withBehind = (
  first: readonly number[],
  { others, page }: { others: NumberList; page: ListPage },
): Part<number> => {
  const { numbers, placeOf } = others;
  const taken = first.flatMap((number) => placeOf(number) ?? []).sort((one, other) => one - other);
  const isTaken = new Set(taken);
  const entries = first.slice(page.offset, page.offset + page.limit);
  let at = Math.max(0, page.offset - first.length);
  for (const place of taken) {
    if (place > at) break;
    at += 1;
  }
  for (; entries.length < page.limit && at < numbers.length; at += 1) {
    const number = numbers[at];
    if (number !== undefined && !isTaken.has(at)) entries.push(number);
  }
  return { total: first.length + numbers.length - taken.length, entries };
};

/** Numbers of albums in orders that no index has: at random, of a few ids, or as somebody else knows it. */
const createAlbumNumbers = (store: MusicStore, versionOf: () => number) => {
  const { run } = store;
  const shuffled = permuted();
  const allShuffled = (seed: number): readonly number[] =>
    shuffled({ version: versionOf(), seed }, () => numbersIn(run.all<{ id: number }>('allAlbumIds')));

  let byTitle: { readonly version: number; readonly list: NumberList } | null = null;
  /** Kept while the library is as it is: whoever looks through what they played asks for page after page. */
  const allByTitle = (): NumberList => {
    const version = versionOf();
    if (byTitle?.version !== version)
      byTitle = { version, list: numberList(numbersIn(run.all<{ id: number }>('allAlbumIdsByTitle'))) };
    return byTitle.list;
  };

  /** Numbers of albums of a few ids in an order. */
  const numbersAmong = (
    ids: readonly string[],
    {
      order,
      kind = null,
      genre = null,
    }: { order: keyof typeof idOrders; kind?: string | null; genre?: number | null },
  ): number[] =>
    numbersIn(run.all<{ id: number }>(idOrders[order], { ids: hexOf(ids), kind, genreId: genre }));

  const amongAnew = (
    ids: readonly string[],
    { order, seed = 0, kind, genreId }: AlbumsWish,
  ): readonly number[] => {
    const genre = genreId === undefined ? null : (store.genreRow(genreId)?.id ?? 0);
    const found = numbersAmong(ids, { order, kind: kind ?? null, genre });
    if (order !== 'random') return found;
    const left = new Set(found);
    return allShuffled(seed).filter((id) => left.has(id));
  };

  const lately = new WeakMap<
    readonly string[],
    { readonly wish: string; readonly numbers: readonly number[] }
  >();
  /** Kept as long as the list is, while the library is as it is: page after page is asked for with the same one. */
  const among = (ids: readonly string[], wish: AlbumsWish): readonly number[] => {
    const { order, seed, kind, genreId } = wish;
    const asked = JSON.stringify([versionOf(), order, seed, kind, genreId]);
    const known = lately.get(ids);
    if (known?.wish === asked) return known.numbers;
    const numbers = amongAnew(ids, wish);
    lately.set(ids, { wish: asked, numbers });
    return numbers;
  };

  const asGiven = ({ given, among: left, ...page }: AlbumsWish): Part<number> => {
    const { ids = [], withOthers = false } = given ?? {};
    const rest = left === undefined ? null : numbersAmong(left, { order: 'title' });
    const isLeft = rest === null ? null : new Set(rest);
    const first = numbersAmong(ids, { order: 'given' }).filter((id) => isLeft?.has(id) ?? true);
    if (!withOthers) return cut(first, page);
    return withBehind(first, { others: rest === null ? allByTitle() : numberList(rest), page });
  };

  return { allShuffled, among, asGiven };
};

/** Lists of albums in every order. @param versionOf another number whenever the library changed */
export const createAlbumPages = (store: MusicStore, versionOf: () => number) => {
  const { run } = store;
  const { allShuffled, among, asGiven } = createAlbumNumbers(store, versionOf);
  const albumsAt = (numbers: readonly number[], page: ListPage): Part<AlbumHeader> => {
    const { total, entries } = cut(numbers, page);
    return { total, entries: store.albumsByIds(entries) };
  };

  const ofGenre = ({ genreId = '', order, limit, offset }: AlbumsWish): Part<AlbumHeader> => {
    const genre = store.genreRow(genreId);
    if (genre === null) return nothing;
    const name = order === 'added' ? 'genreAlbumsByAdded' : 'genreAlbumsByTitle';
    return {
      total: genre.album_count,
      entries: store.albumsByIds(numbersIn(run.all(name, genre.id, limitOf(limit), offset))),
    };
  };

  const ofKind = ({ kind, order, limit, offset }: AlbumsWish): Part<AlbumHeader> => ({
    total: numberOf(run.one('countKind', kind)),
    entries: store.albumsByIds(
      numbersIn(run.all(order === 'added' ? 'kindByAdded' : 'kindByTitle', kind, limitOf(limit), offset)),
    ),
  });

  return (wish: AlbumsWish): Part<AlbumHeader> => {
    if (wish.order === 'given') {
      const { total, entries } = asGiven(wish);
      return { total, entries: store.albumsByIds(entries) };
    }
    if (wish.among !== undefined) return albumsAt(among(wish.among, wish), wish);
    if (wish.genreId !== undefined) return ofGenre(wish);
    if (wish.order === 'random') return albumsAt(allShuffled(wish.seed ?? 0), wish);
    if (wish.kind !== undefined) return ofKind(wish);
    return {
      total: numberOf(run.one('countAlbums')),
      entries: store.albumsByIds(numbersIn(run.all(orders[wish.order], limitOf(wish.limit), wish.offset))),
    };
  };
};
