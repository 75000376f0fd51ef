import { type Page, totalCountHeader } from '@tonearm/contract';
import { type Answer, answerWith, type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { ListPage } from '../../library/read/list-page.ts';
import type { MusicReading, Part } from '../../library/read/music/music-reading.ts';
import { albumToWire, artistToWire, genreToWire } from '../../library/read/music/music-wire.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Music } from './music.ts';

/** Entries of a list unless told, and at most: clients ask for what they show. */
const entriesUnlessTold = 100;
const mostEntries = 1000;

const pageOf = ({ offset = 0, limit = entriesUnlessTold }: Page): ListPage => ({
  offset,
  limit: Math.min(limit, mostEntries),
});

const answerPart = <Entry, Wire>(part: Part<Entry>, toWire: (entry: Entry) => Wire): Answer =>
  answerWith({
    headers: { [totalCountHeader]: part.total },
    encodedJson: JSON.stringify(part.entries.map(toWire)),
  });

/** Lists: albums, artists, genres and the songs of a genre. */
const createListRoutes = (
  lists: Music['lists'],
  reading: MusicReading,
  lookup: Pick<CollectionLookup, 'findSongs'>,
): Route[] => [
  route('listMusicAlbums', async ({ caller, query }) => {
    const asked = { ...query, ...pageOf(query), order: query.order ?? 'added' };
    return answerPart(await lists.albums(caller.userId, asked), albumToWire);
  }),
  route('listAlbumLetters', async ({ query }) => [...(await reading.albumLetters(query.order ?? 'title'))]),
  route('listMusicArtists', async ({ query }) =>
    answerPart(await lists.artists({ ...query, ...pageOf(query) }), artistToWire),
  ),
  route('listArtistLetters', async ({ query }) => [...(await reading.artistLetters(query.role))]),
  route('listArtistRoles', async () => [
    { role: null, letters: [...(await reading.artistLetters())] },
    ...(await reading.roleLetters()).flatMap(({ role, letters }) =>
      role === 'albumArtist' ? [] : [{ role, letters: [...letters] }],
    ),
  ]),
  route('listMusicGenres', async ({ query }) => {
    const asked = { ...query, ...pageOf(query), order: query.order ?? 'name' };
    return answerPart(await lists.genres(asked), genreToWire);
  }),
  route('listGenreSongs', async ({ parameter, query }) => {
    if ((await reading.genre(parameter)) === null) {
      throw new AppError('genre_not_found', 'There is no such genre.');
    }
    const { total, entries } = await reading.genreSongs(parameter, pageOf(query));
    const songs = await lookup.findSongs(entries);
    return answerPart({ total, entries: songs.filter((song) => song !== null) }, (song) => song);
  }),
];

/** `/music`. */
export const createMusicRoutes = (deps: {
  music: Music;
  reading: MusicReading;
  lookup: Pick<CollectionLookup, 'findSongs'>;
}): Route[] => {
  const { music } = deps;
  return [
    ...createListRoutes(music.lists, deps.reading, deps.lookup),
    route('getHome', ({ caller, query }) => music.home(caller.userId, query.seed ?? 0)),
    route('getMusicAlbum', ({ parameter }) => music.album(parameter)),
    route('getMusicArtist', ({ caller, parameter }) => music.artist(caller.userId, parameter)),
    route('listWorks', ({ parameter }) => music.works(parameter)),
    route('getWork', ({ parameter, query }) => music.work(parameter, query.name)),
    route('getMusicGenre', ({ parameter }) => music.genre(parameter)),
    route('getSongDetails', ({ parameter }) => music.songDetails(parameter)),
    route('linkSongs', ({ body }) => music.links(body.paths)),
  ];
};
