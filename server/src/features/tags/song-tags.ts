import type { ByFieldName, ColumnName, StoredValues } from '@tonearm/contract/song-fields';

/** What a tag says, by the kind of its field. Lists keep their order and hold no value twice. */
export interface TagValues {
  text: string | null;
  texts: readonly string[];
  genres: readonly string[];
  /** From 1. */
  number: number | null;
  /** From 1 to 9999. */
  year: number | null;
  /** `2016`, `2016-05` or `2016-05-01`. */
  date: string | null;
  /** 1 where it is set. */
  flag: number | null;
  decimal: number | null;
  /** Decibels, as ReplayGain has them. */
  r128: number | null;
  /** 1 where there are words, 2 where they are timed. */
  lyrics: number | null;
}

/** What a song file says about itself. */
export type SongTags = ByFieldName<TagValues>;

/** The same as it crosses threads and is stored: lists are JSON, null when empty. */
export type StoredTags = ByFieldName<StoredValues, ColumnName> & {
  /** The fields without a column, as a JSON object by their names; null where none is there. */
  readonly more: string | null;
};

/** How the sound of a file is coded; null where it does not say. */
export interface SoundFormat {
  /** `mp3`, `flac`, `vorbis`, `opus`, `aac`, `alac`, `pcm` …; `unknown` codings have none. */
  readonly codec: string | null;
  /** `mpeg`, `flac`, `ogg`, `mp4`, `wav`, `aiff`, `asf`, or what the library calls it. */
  readonly container: string | null;
  /** Bits a second on average. */
  readonly bitRate: number | null;
  readonly sampleRate: number | null;
  readonly bitsPerSample: number | null;
  readonly channels: number | null;
  /** Samples that the encoder put before and after the sound, to be left out for playing without gaps. */
  readonly encoderDelay: number | null;
  readonly encoderPadding: number | null;
  /** Samples of sound between the two, of each channel, exactly. */
  readonly totalSamples: number | null;
}

/** Of a file that says nothing. */
export const unknownFormat: SoundFormat = {
  codec: null,
  container: null,
  bitRate: null,
  sampleRate: null,
  bitsPerSample: null,
  channels: null,
  encoderDelay: null,
  encoderPadding: null,
  totalSamples: null,
};

/** What a reader of one container found, before fields are chosen. */
export interface ReadFile {
  readonly tags: SongTags;
  readonly durationMs: number | null;
  readonly format: SoundFormat;
  /** The picture inside: the front cover, else the first; null when none of them can be shown. */
  readonly picture: EmbeddedPicture | null;
  /** The words inside, timed as in an LRC file where they are timed; null without any. */
  readonly words: string | null;
  /**
   * Where the sound lies, for telling the same recording with other tags; null when the container does
   * not say.
   */
  readonly sound: SoundPlace | null;
}

/** A picture inside a song. */
export interface EmbeddedPicture {
  /** Whether the file calls it the front cover. */
  readonly isFront: boolean;
  readonly lengthBytes: number;
  /** Its first bytes, at most `lengthBytes`. Works as long as the file is open; good until the next read of it. */
  read(lengthBytes: number): Buffer;
}

/** What a reader of our own made of a file: null leaves it to the tag library. */
export type OwnReading = ReadFile | 'silent' | null;

/** The sound of a file: bytes of any length that tell it apart, or the place of its first bytes. */
export type SoundPlace =
  | { readonly kind: 'digest'; readonly digest: Uint8Array }
  | { readonly kind: 'bytes'; readonly start: number; readonly lengthBytes: number };

/** Everything the collection keeps of one song file. */
export interface ReadSong {
  readonly tags: SongTags;
  readonly durationMs: number | null;
  readonly format: SoundFormat;
  readonly hasPicture: boolean;
  /** 8 bytes, equal for equal files: a digest of size and head. */
  readonly contentKey: Uint8Array;
  /** 8 bytes, equal for the same recording under other tags; null where the container does not tell. */
  readonly soundKey: Uint8Array | null;
  /** What the file was while it was read. */
  readonly sizeBytes: number;
  readonly mtimeUs: number;
}
