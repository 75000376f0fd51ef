import type { CoverName } from './covers/index.ts';
import type { GroundFigure } from './score/made-up.ts';
import type { PreludeName } from './score/preludes.ts';
import type { StyleName } from './score/styles.ts';
import type { TuneName } from './tunes/index.ts';

/** Formats that the demo writes with encoders of our own, and that every browser plays. */
type DemoFormat = 'flac' | 'wav';

/** Where the music of a song comes from. */
type Source =
  | { tune: TuneName }
  | { prelude: PreludeName }
  | { ground: readonly GroundFigure[] }
  /** Made up on the spot over these chords; `mood` is a scale. */
  | { drift: readonly string[]; mood: 'miyako' | 'lydian' | 'dorian' | 'ionian'; tempo: number };

/** A song of an album. */
export interface DemoSong {
  title: string;
  source: Source;
  composer?: string;
  artists?: string[];
  disc?: number;
  /** Default: that of the album. */
  style?: StyleName;
  /** A work of several movements that it is one of. */
  movement?: { work: string; number: number; of: number; name: string };
  /** Such as `Name (viola)`. */
  performers?: string[];
  conductor?: string;
  lyricist?: string;
  /** Old enough to belong to everybody. */
  lyrics?: string;
}

/** An album of the demo. */
export interface DemoAlbum {
  title: string;
  artist: string;
  /** What tells it from another edition of the same title. */
  edition?: string;
  year: number;
  /** When it first came out, if that was not then. */
  firstYear?: number;
  genres: string[];
  label: string;
  format: DemoFormat;
  cover: CoverName;
  /** The file beside the songs; without it the cover is only inside them. */
  coverFile?: 'Folder.jpg' | 'Folder.png';
  /** Puts the cover into every song too. */
  isEmbedded: boolean;
  style: StyleName;
  songs: DemoSong[];
}
