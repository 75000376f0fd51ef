/** What a song file says about itself. Lists keep their order and hold no value twice. */
export interface SongTags {
  readonly title: string | null;
  readonly album: string | null;
  readonly artists: readonly string[];
  readonly albumArtists: readonly string[];
  readonly genres: readonly string[];
  readonly composers: readonly string[];
  readonly lyricists: readonly string[];
  readonly labels: readonly string[];
  /** From 1. */
  readonly trackNumber: number | null;
  /** From 1. */
  readonly discNumber: number | null;
  /** From 1 to 9999. */
  readonly year: number | null;
}

/** What a reader of one container found, before fields are chosen. */
export interface ReadFile {
  readonly tags: SongTags;
  readonly durationMs: number | null;
  readonly hasPicture: boolean;
  /**
   * Where the sound lies, for telling the same recording with other tags; null when the container does
   * not say.
   */
  readonly sound: SoundPlace | null;
}

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
