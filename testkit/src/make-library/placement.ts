import type { Weighted } from '@tonearm/song-files';
import type { Album } from './albums.ts';
import type { PlannedSong } from './song-tags-plan.ts';
import { fileName, foldText } from './text-folding.ts';

const twoDigits = (number: number) => `${number}`.padStart(2, '0');

const FILE_STYLES: readonly Weighted<(song: PlannedSong) => string>[] = [
  [40, (song) => `${twoDigits(song.track)} - ${song.title}`],
  [20, (song) => `${twoDigits(song.track)} ${song.title}`],
  [10, (song) => `${twoDigits(song.track)}. ${song.artist} - ${song.title}`],
  [10, (song) => `${song.artist} - ${song.title}`],
  [10, (song) => song.title],
  [5, (song) => `${song.track} ${song.title}`],
  [5, (song) => `${song.title.toLowerCase().replace(/ /g, '_')}-${song.track}`],
];

/** Where the songs of an album go. */
export interface Placement {
  /** The album's folder inside the library. */
  home: string;
  fileFor: (song: PlannedSong, extension: string) => { folder: string; file: string };
}

/** Names folder and files, each unlike any other even where case is ignored; `taken` remembers them. */
export function placeAlbum(album: Album, taken: Set<string>): Placement {
  const { random, artist } = album;
  const parent = album.isCompilation ? random.pick(['Compilations', 'Various Artists']) : artist.name;
  let parts = artist.folderStyle(parent, album).map((part) => fileName(part ?? ''));
  if (random.chance(0.06)) parts = parts.map((part) => part.normalize('NFD')); // as copied from an old Mac
  const claim = (build: (suffix: string) => string) => {
    for (let n = 1; ; n++) {
      const name = build(n === 1 ? '' : ` (${n})`);
      const key = foldText(name);
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  };
  const home = claim((suffix) => parts.join('/') + suffix);
  const style = random.weighted(FILE_STYLES);
  return {
    home,
    fileFor(song, extension) {
      const folder = album.discFolders ? `${home}/${album.discFolders}${song.disc}` : home;
      const stem = album.discs > 1 && !album.discFolders ? `${song.disc}-${style(song)}` : style(song);
      return { folder, file: claim((suffix) => `${folder}/${fileName(stem)}${suffix}.${extension}`) };
    },
  };
}
