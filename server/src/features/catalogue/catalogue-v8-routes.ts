import type { Contribution } from '@tonearm/contract';
import { type Answer, answerWith, type Call, type Route, route } from '../../http/route.ts';
import type { CatalogueReading, SongDetails } from '../../library/read/library-reading.ts';
import { answerStreamed, arrayTexts, songListTexts } from '../collection/index.ts';
import type { Album, Catalogue } from './catalogue.ts';
import type { CatalogueOf } from './catalogue-keeper.ts';
import {
  albumsOf,
  findAlbum,
  findArtist,
  findGenre,
  genreAlbums,
  genreArtists,
  inSongOrder,
  listedArtists,
  listedGenres,
  mainArtistsOf,
  newestAlbums,
  newestOf,
} from './catalogue-lists.ts';
import { albumHeader, artistHeader } from './catalogue-wire.ts';
import { cleaned } from './names.ts';
import { seededOrder } from './seeded-order.ts';
import { pathRuns } from './song-paths.ts';

/** What the routes stand on. */
interface Deps {
  readonly catalogueOf: CatalogueOf;
  readonly catalogue: CatalogueReading;
  readonly details: SongDetails;
  /** A seed for a call that brings none. */
  readonly newSeed: () => string;
}

type Asked = Pick<Call<never>, 'request'>;

/** The part of a list of albums that is asked for. */
interface AlbumPage {
  readonly offset?: number | undefined;
  readonly count?: number | undefined;
  readonly seed?: string | undefined;
}

/** Albums or artists told at once. */
const runLength = 250;

/** How many albums random and recent show unless told. */
const albumsUnlessTold = 20;

/** How many artists and albums a genre shows. */
const shownOfGenre = 20;

/** Between two names of artists in an address. */
const artistSeparator = '\f';

interface SongPeople {
  readonly artists?: readonly string[];
  readonly album_artists?: readonly string[];
  readonly composers?: readonly string[];
  readonly lyricists?: readonly string[];
}

async function* inRuns<Value>(values: readonly Value[]): AsyncGenerator<readonly Value[]> {
  for (let at = 0; at < values.length; at += runLength) yield values.slice(at, at + runLength);
}

const answerAlbums = (catalogue: Catalogue, albums: readonly Album[], call: Asked): Answer =>
  answerStreamed(
    arrayTexts(inRuns(albums), (album) => JSON.stringify(albumHeader(catalogue, album))),
    call,
  );

const answerArtists = (catalogue: Catalogue, ids: readonly number[], call: Asked): Answer =>
  answerStreamed(
    arrayTexts(inRuns(ids), (id) => JSON.stringify(artistHeader(catalogue, id))),
    call,
  );

/** Songs by their ids as JSON texts. */
const songTexts = async ({ catalogue, details }: Deps, ids: readonly number[]): Promise<string[]> => {
  const texts: string[] = [];
  for await (const paths of pathRuns(catalogue, ids)) {
    const found = await details.findTexts(paths);
    texts.push(...found.filter((text) => text !== null));
  }
  return texts;
};

const contributionOf = (song: SongPeople, name: string): Contribution => {
  const key = cleaned(name);
  const isIn = (names: readonly string[] = []): boolean => names.some((other) => cleaned(other) === key);
  return {
    performer: isIn(song.artists) || isIn(song.album_artists),
    composer: isIn(song.composers),
    lyricist: isIn(song.lyricists),
  };
};

const albumRoutes = (deps: Deps): Route[] => {
  const recent = async (call: Asked, page: AlbumPage): Promise<Answer> => {
    const catalogue = await deps.catalogueOf();
    const { offset = 0, count = albumsUnlessTold } = page;
    return answerAlbums(catalogue, newestAlbums(catalogue, { offset, count }), call);
  };
  const random = async (call: Asked, page: AlbumPage): Promise<Answer> => {
    const catalogue = await deps.catalogueOf();
    const { offset = 0, count = albumsUnlessTold, seed = deps.newSeed() } = page;
    const drawn = seededOrder(catalogue.albums.length, seed.replace(/^0+(?=.)/, ''), offset + count).slice(
      offset,
    );
    const albums = drawn.map((place) => catalogue.albums[place]).filter((album) => album !== undefined);
    return answerAlbums(catalogue, albums, call);
  };
  return [
    route('listAlbums', async (call) => {
      const catalogue = await deps.catalogueOf();
      return answerAlbums(catalogue, catalogue.albums, call);
    }),
    route('randomAlbums', (call) => random(call, call.query)),
    route('randomV8', (call) => random(call, call.query)),
    route('recentAlbums', (call) => recent(call, call.query)),
    route('recentV8', (call) => recent(call, call.query)),
    route('getAlbum', async ({ parameter, secondParameter }) => {
      const catalogue = await deps.catalogueOf();
      const album = findAlbum(catalogue, parameter, secondParameter.split(artistSeparator));
      const head = JSON.stringify(albumHeader(catalogue, album));
      const songs = await songTexts(deps, album.songs);
      return answerWith({ encodedJson: `${head.slice(0, -1)},"songs":[${songs.join(',')}]}` });
    }),
  ];
};

const artistRoutes = (deps: Deps): Route[] => [
  route('listArtists', async (call) => {
    const catalogue = await deps.catalogueOf();
    return answerArtists(catalogue, listedArtists(catalogue), call);
  }),
  route('getArtist', async ({ parameter }) => {
    const catalogue = await deps.catalogueOf();
    const { id, artist } = findArtist(catalogue, parameter);
    const albums = [];
    for (const album of albumsOf(catalogue, artist)) {
      const songs = (await songTexts(deps, album.songs)).map((text) => JSON.parse(text) as SongPeople);
      const contributions = songs.map((song) => contributionOf(song, parameter));
      albums.push({ ...albumHeader(catalogue, album), contributions });
    }
    return { ...artistHeader(catalogue, id), albums };
  }),
];

const genreRoutes = (deps: Deps): Route[] => [
  route('listGenres', async () => {
    const catalogue = await deps.catalogueOf();
    return listedGenres(catalogue).map((id) => ({ name: catalogue.genreNames.shown(id) }));
  }),
  route('getGenre', async ({ parameter }) => {
    const catalogue = await deps.catalogueOf();
    const { id, genre } = findGenre(catalogue, parameter);
    const { shown } = catalogue.genreNames;
    return {
      name: shown(id),
      related_genres: Object.fromEntries([...genre.related].map(([other, count]) => [shown(other), count])),
      main_artists: mainArtistsOf(catalogue, id, shownOfGenre).map((artist) =>
        artistHeader(catalogue, artist),
      ),
      recently_added: newestOf(catalogue, genre, shownOfGenre).map((album) => albumHeader(catalogue, album)),
    };
  }),
  route('getGenreAlbums', async (call) => {
    const catalogue = await deps.catalogueOf();
    return answerAlbums(catalogue, genreAlbums(catalogue, findGenre(catalogue, call.parameter).genre), call);
  }),
  route('getGenreArtists', async (call) => {
    const catalogue = await deps.catalogueOf();
    return answerArtists(
      catalogue,
      genreArtists(catalogue, findGenre(catalogue, call.parameter).genre),
      call,
    );
  }),
  route('getGenreSongs', async (call) => {
    const catalogue = await deps.catalogueOf();
    const ids = inSongOrder(catalogue, findGenre(catalogue, call.parameter).genre.songs);
    return answerStreamed(songListTexts(pathRuns(deps.catalogue, ids), deps.details), call);
  }),
];

/** Albums, artists and genres as version 8 has them. */
export const createCatalogueV8Routes = (deps: Deps): Route[] => [
  ...albumRoutes(deps),
  ...artistRoutes(deps),
  ...genreRoutes(deps),
];
