import {
  type Annotation as AnnotationOnWire,
  type Page,
  type Song,
  totalCountHeader,
} from '@tonearm/contract';
import { type Answer, answerWith, type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { MusicReading } from '../../library/read/music/music-reading.ts';
import { albumToWire, artistToWire } from '../../library/read/music/music-wire.ts';
import type { Item } from './annotation-store.ts';
import type { Annotations } from './annotations.ts';
import type { FavouriteOrder, Favourites, FavouritesPart } from './favourites.ts';
import { type Annotation, noAnnotation } from './made-store.ts';

/** Entries of a list unless told, and at most: clients ask for what they show. */
const entriesUnlessTold = 100;
const mostEntries = 1000;

const wishOf = ({
  offset = 0,
  limit = entriesUnlessTold,
  order = 'starred',
}: Page & { order?: FavouriteOrder | undefined }) => ({
  order,
  offset,
  limit: Math.min(limit, mostEntries),
});

const toWire = (annotation: Annotation | undefined): AnnotationOnWire => {
  const { starredAtMs, rating, plays, lastPlayedAtMs } = annotation ?? noAnnotation;
  return { starred_at_ms: starredAtMs, rating, plays, last_played_at_ms: lastPlayedAtMs };
};

const answerPart = <Entry, Wire>(
  { total, entries }: FavouritesPart<Entry>,
  entryToWire: (entry: Entry) => Wire,
): Answer =>
  answerWith({
    headers: { [totalCountHeader]: total },
    encodedJson: JSON.stringify(entries.map(entryToWire)),
  });

interface Named {
  readonly songs: readonly string[];
  readonly albums: readonly string[];
  readonly artists: readonly string[];
}

/** The calls of annotations and favourites. */
export const createAnnotationsRoutes = (deps: {
  annotations: Annotations;
  favourites: Favourites;
  reading: Pick<MusicReading, 'songIds'>;
  lookup: Pick<CollectionLookup, 'findSongs'>;
}): Route[] => {
  const { annotations, favourites, reading, lookup } = deps;
  const songsOf = async (paths: readonly string[]) => {
    const ids = await reading.songIds(paths);
    return paths.flatMap((path, index) => {
      const id = ids[index] ?? null;
      return id === null ? [] : [{ path, id }];
    });
  };
  const itemsOf = async (named: Named): Promise<Item[]> => [
    ...(await songsOf(named.songs)).map(({ id }) => ({ kind: 'song' as const, id })),
    ...named.albums.map((id) => ({ kind: 'album' as const, id })),
    ...named.artists.map((id) => ({ kind: 'artist' as const, id })),
  ];
  return [
    route('findAnnotations', async ({ caller, body }) => {
      const songs = await songsOf(body.songs);
      const ids = [...songs.map(({ id }) => id), ...body.albums, ...body.artists];
      const known = await annotations.of(caller.userId, ids);
      const ofItem = (id: string) => ({ id, ...toWire(known.get(id)) });
      return {
        songs: songs.map(({ path, id }) => ({ path, ...ofItem(id) })),
        albums: body.albums.map(ofItem),
        artists: body.artists.map(ofItem),
      };
    }),
    route('star', async ({ caller, body }) => {
      const items = await itemsOf(body);
      const ids = items.map(({ id }) => id);
      await (body.is_starred
        ? annotations.star(caller.userId, items)
        : annotations.unstar(caller.userId, ids));
    }),
    route('rate', async ({ caller, body }) =>
      annotations.rate(caller.userId, await itemsOf(body), body.rating).then(() => undefined),
    ),
    route('listFavouriteSongs', async ({ caller, query }) => {
      const { total, entries } = await favourites.songPaths(caller.userId, wishOf(query));
      const songs = (await lookup.findSongs(entries)).filter((song): song is Song => song !== null);
      return answerPart({ total, entries: songs }, (song) => song);
    }),
    route('listFavouriteAlbums', async ({ caller, query }) =>
      answerPart(await favourites.albums(caller.userId, wishOf(query)), albumToWire),
    ),
    route('listFavouriteArtists', async ({ caller, query }) =>
      answerPart(await favourites.artists(caller.userId, wishOf(query)), artistToWire),
    ),
  ];
};
