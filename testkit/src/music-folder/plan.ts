import type { SongTags } from '@tonearm/song-files';
import type { SongFormat, SongSpec, TagStyle } from '../samples/build-song.ts';
import type { ToneName } from '../samples/sample-files.ts';

/**
 * Where something goes, with `/` between folders. A Buffer may hold bytes that are not valid UTF-8:
 * `Buffer.from('caf\xe9.mp3', 'latin1')`.
 */
export type FolderPath = string | Buffer;

/** Facts about a file beside its content. */
export interface FileOptions {
  /** Time of the last change; default: when it is written. */
  mtime?: Date;
}

/** What a song says and how it is written. Single names are a short form of the lists. */
export interface SongOptions extends SongTags, FileOptions {
  artist?: string;
  albumArtist?: string;
  genre?: string;
  composer?: string;
  lyricist?: string;
  label?: string;
  /** Default: by the extension of the path, else mp3. */
  format?: SongFormat;
  tagStyle?: TagStyle;
  /** For mp3, flac, wav, aiff, ape and mpc; the other clips last 2 s. */
  seconds?: number;
  sample?: ToneName;
  pitchHz?: number;
  /** A picture inside the song; `true` is a small jpeg. */
  embedded?: boolean | SongSpec['picture'];
  /** Writes no tag at all, whatever else is said. */
  untagged?: boolean;
}

/** What an album's songs share, and how its folder looks. */
export interface AlbumOptions extends Omit<SongOptions, 'title' | 'track' | 'trackTotal' | 'disc'> {
  /** Where it lies; default `artist/album`, or `album` without an artist. */
  folder?: FolderPath;
  /** The songs are spread evenly over so many discs. Default 1. */
  discs?: number;
  /** Puts each disc in a folder of its own, named by this and its number: `CD ` gives `CD 1`. */
  discFolders?: string;
  /** The file name of a picture in the album's folder; its extension decides the format. */
  cover?: string;
  /** Names of the songs, in order; default `Picnic 1`, `Picnic 2` … */
  titles?: readonly string[];
}

/** How a file that is no song is broken. */
export type BrokenKind = 'empty' | 'garbage' | 'truncated' | 'huge-tag' | 'text';

const SINGLES = {
  artist: 'artists',
  albumArtist: 'albumArtists',
  genre: 'genres',
  composer: 'composers',
  lyricist: 'lyricists',
  label: 'labels',
} as const;

const TAG_NAMES = [
  'title',
  'artists',
  'albumArtists',
  'album',
  'year',
  'date',
  'track',
  'trackTotal',
  'disc',
  'discTotal',
  'genres',
  'composers',
  'lyricists',
  'labels',
  'compilation',
  'replayGain',
  'albumGain',
  'trackPeak',
  'albumPeak',
  'lyrics',
  'comments',
] as const satisfies readonly (keyof SongTags)[];

/** The tags in what a test said, with single names turned into lists. A date without a year brings its year. */
export function tagsOf(options: SongOptions): SongTags {
  if (options.untagged) return {};
  const tags: Record<string, unknown> = {};
  if (options.date) tags['year'] = Number(options.date.slice(0, 4));
  for (const [single, list] of Object.entries(SINGLES)) {
    const value = options[single as keyof typeof SINGLES];
    if (value !== undefined) tags[list] = [value];
  }
  for (const name of TAG_NAMES) if (options[name] !== undefined) tags[name] = options[name];
  return tags as SongTags;
}
