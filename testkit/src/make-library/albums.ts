import { createRandom, type Random, type Weighted } from '@tonearm/song-files';
import type { LibraryFormat } from './seed-specs.ts';
import { makeArtistName, makeTitle, type Script } from './titles.ts';
import { GENRES, LABELS, PLANTED } from './words.ts';

/** Names the folders of an album, from its artist's down. */
type FolderStyle = (artist: string, album: Album) => (string | undefined)[];

/** Who an album is by. */
interface Artist {
  index: number;
  name: string;
  script: Script;
  isCompilation: boolean;
  genre: string;
  folderStyle: FolderStyle;
}

/** An album before its songs are known. `random` goes on with every choice that is made about it. */
export interface Album {
  artist: Artist;
  random: Random;
  title: string;
  genres: string[];
  discs: number;
  isCompilation: boolean;
  year: number;
  tagging: 'full' | 'partial' | 'none';
  coverName: string | null;
  /** Text before the number of a disc's own folder. */
  discFolders: string | null;
  /** Songs on each disc. */
  lengths: number[];
  hasFullDate: boolean;
  guests: string[];
  label: string | null;
  hasComposer: boolean;
  hasReplayGain: boolean;
  /** Seconds since the epoch. */
  addedSeconds: number;
  /** Decided by whoever builds the files, before the folder is named. */
  format?: LibraryFormat;
}

const SCRIPT_WEIGHTS: readonly Weighted<Script>[] = [
  [70, 'latin'],
  [7, 'accented'],
  [7, 'japanese'],
  [6, 'cyrillic'],
  [2, 'korean'],
  [1, 'greek'],
  [1, 'arabic'],
  [1, 'hebrew'],
  [1, 'hindi'],
  [4, 'odd'],
];

const FOLDER_STYLES: readonly Weighted<FolderStyle>[] = [
  [45, (artist, album) => [artist, album.title]],
  [20, (artist, album) => [artist, `${album.year} - ${album.title}`]],
  [12, (artist, album) => [artist, `${album.title} (${album.year})`]],
  [10, (artist, album) => [album.genres[0], artist, album.title]],
  [8, (artist, album) => [`${artist} - ${album.title}`]],
  [5, (artist, album) => [artist, `${album.title} [${album.format?.toUpperCase()}]`]],
];

const COVER_NAMES: readonly Weighted<string | null>[] = [
  [30, 'Folder.jpg'],
  [25, 'cover.jpg'],
  [12, 'cover.png'],
  [8, 'folder.jpg'],
  [5, 'front.jpg'],
  [3, 'AlbumArt.jpg'],
  [2, 'Cover.PNG'],
  [15, null],
];

/** Albums without end, artist by artist; the first ones are the same however many are taken. */
export function* makeAlbums(seed: string): Generator<Album, never> {
  const known: string[] = [];
  const names = new Set<string>();
  for (let index = 0; ; index++) {
    const random = createRandom(seed, 'artist', index);
    const isCompilation = random.chance(0.09);
    const script = random.weighted(SCRIPT_WEIGHTS);
    let name = isCompilation ? 'Various Artists' : freshName(random, script, names);
    if (index % 1500 === 7) name = `${PLANTED.artist} ${name}`;
    const genre = random.skewed(GENRES);
    const folderStyle = random.weighted(FOLDER_STYLES);
    const artist = { index, name, script, isCompilation, genre, folderStyle };
    if (!isCompilation) known.push(name);
    const count = isCompilation ? 1 : random.weighted(ALBUM_COUNTS);
    for (let k = 0; k < count; k++) {
      yield makeAlbum(createRandom(seed, 'album', index, k), { artist, k, known });
    }
  }
}

const ALBUM_COUNTS: readonly Weighted<number>[] = [
  [35, 1],
  [25, 2],
  [16, 3],
  [10, 4],
  [8, 6],
  [6, 9],
];

function freshName(random: Random, script: Script, names: Set<string>): string {
  let name = makeArtistName(random, script);
  for (let tries = 0; names.has(name); tries++) {
    name = makeArtistName(random, script) + (tries > 3 ? ` ${random.int(2, 99999)}` : '');
  }
  names.add(name);
  return name;
}

/** The order of the choices is part of what makes the same seed give the same library. */
function makeAlbum(
  random: Random,
  { artist, k, known }: { artist: Artist; k: number; known: readonly string[] },
): Album {
  let title = makeTitle(random, artist.script);
  if (k === 0 && artist.index % 1100 === 5) title = `${PLANTED.album} ${title}`;
  if (random.chance(0.04)) title += random.pick([' (Deluxe Edition)', ' [Remastered]', ', Vol. 2', ' EP']);
  const second = random.chance(0.25) ? random.skewed(GENRES) : null;
  const genres = second && second !== artist.genre ? [artist.genre, second] : [artist.genre];
  const discs = random.weighted<number>([
    [88, 1],
    [9, 2],
    [3, 3],
  ]);
  return {
    artist,
    random,
    title,
    genres,
    discs,
    isCompilation: artist.isCompilation,
    year: random.int(1962, 2025),
    tagging: random.weighted<Album['tagging']>([
      [91, 'full'],
      [6, 'partial'],
      [3, 'none'],
    ]),
    coverName: random.weighted(COVER_NAMES),
    discFolders: discs > 1 && random.chance(0.6) ? random.pick(['CD', 'Disc ', 'cd']) : null,
    lengths: Array.from({ length: discs }, () => random.int(8, 14)),
    hasFullDate: random.chance(0.2),
    guests: known.length > 0 ? Array.from({ length: 6 }, () => random.pick(known)) : [artist.name],
    label: random.chance(0.5) ? random.pick(LABELS) : null,
    hasComposer: random.chance(0.3),
    hasReplayGain: random.chance(0.3),
    addedSeconds: 1262304000 + random.int(0, 5000) * 86400 + random.int(0, 86399), // 2010 to 2023
  };
}
