import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type SongToTag, type TaggerManner, taggerManners } from './tagger-manners.ts';

/** A song of a tagged album, and the path of its file below the folder of all. */
export interface TaggedSong extends SongToTag {
  readonly path: string;
}

/** An album as it was tagged: what has to be shown of it. */
export interface TaggedAlbum {
  readonly manner: TaggerManner;
  readonly title: string;
  readonly artist: string;
  readonly year: number;
  readonly isCompilation: boolean;
  readonly discCount: number;
  /** By disc and track. */
  readonly songs: readonly TaggedSong[];
}

const various = 'Various Artists';

/** What sets the albums of one kind apart; the rest is the same for all. */
interface Kind {
  readonly name: string;
  readonly artist: string;
  readonly songs: number;
  readonly isCompilation?: boolean;
  readonly discs?: number;
  readonly hasWork?: boolean;
  readonly artistsOf: (at: number) => readonly string[];
  /** What the program is told of the artist of the album. */
  readonly albumArtist: (manner: TaggerManner) => string | null;
}

const kinds: readonly Kind[] = [
  { name: 'Picnic', artist: 'Anna', songs: 3, artistsOf: () => ['Anna'], albumArtist: () => 'Anna' },
  {
    ...{ name: 'Guests', artist: 'Anna', songs: 3, albumArtist: () => 'Anna' },
    artistsOf: (at) => (at === 1 ? ['Anna', 'Émile'] : ['Anna']),
  },
  {
    ...{ name: 'Alone', artist: 'Mötley & Sons', songs: 2, albumArtist: () => null },
    artistsOf: () => ['Mötley & Sons'],
  },
  {
    ...{ name: 'Two Discs', artist: 'Bo', songs: 4, discs: 2, albumArtist: () => 'Bo' },
    artistsOf: () => ['Bo'],
  },
  {
    ...{ name: 'Sampler', artist: various, songs: 3, isCompilation: true },
    artistsOf: (at) => [['Anna', 'Bo', 'Cäcilie'][at] ?? ''],
    // iTunes says it with its flag alone.
    albumArtist: ({ name }) => (name.startsWith('iTunes') ? null : various),
  },
  {
    ...{ name: 'Quartet', artist: 'Quatuor Düne', songs: 3, hasWork: true },
    ...{ artistsOf: () => ['Quatuor Düne'], albumArtist: () => 'Quatuor Düne' },
  },
];

const genres = ['Jazz', 'Shoegaze'];

const songOf = (
  { manner, kind, title, year }: { manner: TaggerManner; kind: Kind; title: string; year: number },
  at: number,
): TaggedSong => {
  const { discs = 1, songs, isCompilation = false, hasWork = false } = kind;
  const onDisc = songs / discs;
  const [disc, track] = [Math.floor(at / onDisc) + 1, (at % onDisc) + 1];
  const folder = discs === 1 ? title : join(title, `CD ${disc}`);
  return {
    path: join(manner.name, folder, `${kind.artistsOf(at)[0]} ${track}.${manner.extension}`),
    title: `${kind.name} ${disc}.${track} 夜`,
    artists: kind.artistsOf(at),
    albumArtist: kind.albumArtist(manner),
    album: title,
    isCompilation,
    year,
    track,
    trackTotal: onDisc,
    disc,
    discTotal: discs,
    genres: genres.slice(0, manner.genres),
    composer: manner.hasComposers ? 'Clara Schumann' : null,
    work:
      hasWork && manner.hasWorks
        ? { name: 'Quartet in D', movement: ['Allegro', 'Adagio', 'Presto'][at] ?? '', number: at + 1 }
        : null,
  };
};

/**
 * Writes albums as programs and shops tag them: some of each kind (of one artist, with guests, without album artist, of
 * two discs, of many, of a work with movements) in every manner.
 * @param rounds how many of each kind; with one there are about 400 files
 */
export const writeTaggedAlbums = (folder: string, rounds = 1): TaggedAlbum[] => {
  const albums: TaggedAlbum[] = [];
  for (const manner of taggerManners)
    for (const kind of kinds)
      for (let round = 0; round < rounds; round += 1) {
        if (kind.discs !== undefined && !manner.hasDiscs) continue;
        const title = `${kind.name} of ${manner.name}${round === 0 ? '' : ` ${round + 1}`}`;
        const year = 1970 + (albums.length % 50);
        const songs = Array.from({ length: kind.songs }, (_, at) =>
          songOf({ manner, kind, title, year }, at),
        );
        for (const song of songs) {
          const file = join(folder, song.path);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, manner.write(song));
        }
        const { artist, isCompilation = false, discs = 1 } = kind;
        albums.push({ manner, title, artist, year, isCompilation, discCount: discs, songs });
      }
  return albums;
};
