import { compareKeys, naturalKey } from '../../platform/text/natural-key.ts';
import type { Catalogue } from './catalogue.ts';
import { albumKey, type Draft, type SongGroup, type SongPlace } from './catalogue-draft.ts';

/** Places of texts in natural order, and the rank of each; those that differ in nothing keep their order. */
function* sorted(
  texts: readonly string[],
): Generator<undefined, { order: readonly number[]; ranks: Uint32Array }> {
  const keys: Uint8Array[] = [];
  for (const text of texts) {
    keys.push(naturalKey(text));
    yield;
  }
  const nothing = new Uint8Array();
  const order = texts.map((_text, at) => at);
  order.sort((a, b) => compareKeys(keys[a] ?? nothing, keys[b] ?? nothing) || a - b);
  const ranks = new Uint32Array(texts.length);
  order.forEach((at, rank) => {
    ranks[at] = rank;
  });
  return { order, ranks };
}

/** Less than any number that is there. */
const none = -1;

const compareSongs = (a: SongPlace, b: SongPlace): number =>
  (a.disc ?? none) - (b.disc ?? none) || (a.track ?? none) - (b.track ?? none) || a.id - b.id;

/** Artists one by one, fewer first. */
const compareArtists = (a: readonly number[], b: readonly number[], ranks: Uint32Array): number => {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const difference = (ranks[a[at] ?? 0] ?? 0) - (ranks[b[at] ?? 0] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

/** All songs in order, and the rank of each by id. */
function* rankSongs(
  draft: Draft,
  artistRanks: Uint32Array,
): Generator<undefined, Pick<Catalogue, 'songRanks' | 'songOrder'>> {
  const groups = [...draft.groups.values()];
  const names = [...new Set(groups.map(({ album }) => album ?? ''))];
  const { ranks } = yield* sorted(names);
  const rankOf = new Map(names.map((name, at) => [name, ranks[at] ?? 0]));
  const albumRank = ({ album }: SongGroup): number => (album === null ? none : (rankOf.get(album) ?? 0));
  const keyed = groups.map((group) => ({ group, album: albumRank(group) }));
  keyed.sort(
    (a, b) =>
      compareArtists(a.group.mainArtists, b.group.mainArtists, artistRanks) ||
      (a.group.year ?? none) - (b.group.year ?? none) ||
      a.album - b.album,
  );
  const songRanks = new Uint32Array(draft.greatestId + 1);
  const order: number[] = [];
  for (const { group } of keyed) {
    group.songs.sort(compareSongs);
    for (const { id } of group.songs) {
      songRanks[id] = order.length;
      order.push(id);
    }
    yield;
  }
  return { songRanks, songOrder: Uint32Array.from(order) };
}

/** Albums get their places by name: sets of places are made anew. */
const replaced = (places: Set<number>, ranks: Uint32Array): Set<number> =>
  new Set([...places].map((place) => ranks[place] ?? 0));

/** Songs of an album by disc and track, for which those of all songs hold only within one year. */
function* sortAlbums(draft: Draft): Generator<undefined> {
  const places = new Map<number, SongPlace>();
  for (const { songs } of draft.groups.values()) for (const song of songs) places.set(song.id, song);
  for (const album of draft.albums.values()) {
    const songs = album.songs.map((id) => places.get(id) ?? { id, disc: null, track: null });
    album.songs = songs.sort(compareSongs).map(({ id }) => id);
    yield;
  }
}

/** Puts a draft in order. */
export function* arrange(draft: Draft): Generator<undefined, Omit<Catalogue, 'facts'>> {
  const { artistNames, genreNames } = draft;
  const names = (count: number, shown: (id: number) => string): string[] =>
    Array.from({ length: count }, (_, id) => shown(id));
  const artists = yield* sorted(names(artistNames.size, artistNames.shown));
  const genres = yield* sorted(names(genreNames.size, genreNames.shown));
  yield* sortAlbums(draft);
  const met = [...draft.albums.values()];
  const albums = yield* sorted(met.map(({ name }) => name));
  const placed = albums.order.map((at) => met[at]).filter((album) => album !== undefined);
  const ranked = yield* rankSongs(draft, artists.ranks);
  const byArtist = draft.artists.map((artist) => ({
    ...artist,
    asPerformer: replaced(artist.asPerformer, albums.ranks),
    asAdditionalPerformer: replaced(artist.asAdditionalPerformer, albums.ranks),
    asComposer: replaced(artist.asComposer, albums.ranks),
    asLyricist: replaced(artist.asLyricist, albums.ranks),
  }));
  const newest = placed.map((_album, at) => at);
  newest.sort((a, b) => (placed[b]?.addedAt ?? 0) - (placed[a]?.addedAt ?? 0) || a - b);
  return {
    artistNames,
    genreNames,
    albums: placed,
    artists: byArtist,
    genres: draft.genres.map((genre) => ({ ...genre, albums: replaced(genre.albums, albums.ranks) })),
    artistOrder: artists.order,
    genreOrder: genres.order,
    newest,
    albumAt: (mainArtists, name) => draft.albums.get(albumKey(mainArtists, name)),
    ...ranked,
  };
}
