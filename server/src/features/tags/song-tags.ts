import type { ByFieldName, StoredValues } from '@tonearm/contract/song-fields';

/** What a tag says, by the kind of its field. Lists keep their order and hold no value twice. */
export interface TagValues {
  text: string | null;
  texts: readonly string[];
  genres: readonly string[];
  /** From 1. */
  number: number | null;
  /** From 1 to 9999. */
  year: number | null;
}

/** What a song file says about itself. */
export type SongTags = ByFieldName<TagValues>;

/** The same as it crosses threads and is stored: lists are JSON, null when empty. */
export type StoredTags = ByFieldName<StoredValues>;

/** What a reader of one container found, before fields are chosen. */
export interface ReadFile {
  readonly tags: SongTags;
  readonly durationMs: number | null;
  /** The picture inside: the front cover, else the first; null when none of them can be shown. */
  readonly picture: EmbeddedPicture | null;
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
export interface ReadSong extends SongTags {
  readonly durationMs: number | null;
  readonly hasPicture: boolean;
  /** 8 bytes, equal for equal files: a digest of size and head. */
  readonly contentKey: Uint8Array;
  /** 8 bytes, equal for the same recording under other tags; null where the container does not tell. */
  readonly soundKey: Uint8Array | null;
  /** What the file was while it was read. */
  readonly sizeBytes: number;
  readonly mtimeUs: number;
}
