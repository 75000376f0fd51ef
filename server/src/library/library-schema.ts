import type { AwayReason, ProblemReason } from '@tonearm/contract';
import type { ByColumn, StoredValues } from '@tonearm/contract/song-fields';
import type { ColumnType, Generated } from 'kysely';
import type { Flag } from '../db/sqlite.ts';

/**
 * Tables of `library.db`: everything derived from files. May be deleted at any moment; a scan makes it
 * again. Only the scanner's thread writes to it.
 *
 * A *virtual path* is the source's name and the names below it, joined by `/`. Names whose bytes are not
 * UTF-8 are shown with replacement characters; `real_name` then holds the bytes.
 */
export interface LibraryDatabase {
  meta: { key: string; value: string };
  /** The sources as last scanned; `directories` of depth 0 are their roots. */
  library_sources: {
    id: Generated<number>;
    name: string;
    position: number;
    /** Absolute folder of the host. */
    real_path: string;
    state: 'available' | 'away' | 'pending';
    away_reason: AwayReason | null;
    /** With `songs_gone`: how many of its songs cannot be found, and how many it had. */
    gone_count: number | null;
    songs_before: number | null;
    /** Seconds since the epoch. */
    away_since: number | null;
    /** The question "are they really gone?" was answered with Keep. */
    is_kept: Flag;
    /** A whole scan of this folder has ended, so that what is new came since then. */
    is_scanned: Flag;
  };
  directories: {
    id: Generated<number>;
    source_id: number;
    parent_id: number | null;
    name: string;
    real_name: Uint8Array | null;
    virtual_path: string;
    /** Natural order among siblings, see text/natural-key. */
    sort_key: Uint8Array;
    /** Sort keys of all parts; a folder sorts before, and is a prefix of, what is below it. */
    walk_key: Uint8Array;
    /**
     * Digest of the names, sizes and times of all that is in the folder, as last taken into the library;
     * null while something in it still has to be.
     */
    entries_key: number | null;
    /** Direct songs that are there. */
    song_count: number;
    /** Songs at or below this folder that are there. */
    total_song_count: number;
    /** Direct folders that are there; kept by triggers. */
    child_count: Generated<number>;
    /** Whether those of its direct songs that carry an album tag all share one, and any does. */
    is_album: Flag;
    album: string | null;
    artist: string | null;
    year: number | null;
    /** Virtual path of the picture file that its songs use when they embed none. */
    picture_path: string | null;
    /** Virtual path of the picture file, else of the first song that embeds one; a lone picture comes last. */
    artwork_path: string | null;
    artwork_color: string | null;
    /** Seconds since the epoch: when the folder entered the collection. */
    added_at: number;
    /** Seconds since the epoch: when its newest direct song entered the collection; 0 without songs. */
    newest_song_at: number;
    /** Milliseconds since the epoch since when it is gone; null while it is there. */
    missing_since_ms: number | null;
    /** The id that clients keep, made of the virtual path. */
    public_id: Generated<Uint8Array | null>;
  };
  songs: ByColumn<StoredValues> & {
    id: Generated<number>;
    directory_id: number;
    name: string;
    real_name: Uint8Array | null;
    sort_key: Uint8Array;
    /** Order within the folder for flatten: disc and track when the folder is one album, else the name. */
    walk_key: Uint8Array;
    size_bytes: number;
    mtime_us: number;
    duration_ms: number | null;
    has_picture: Flag;
    /** Seconds since the epoch: when the song entered the collection. */
    added_at: number;
    /** Same bytes: a digest of size and head. Same recording: a digest of the sound. Both 8 bytes. */
    content_key: Uint8Array | null;
    sound_key: Uint8Array | null;
    missing_since_ms: number | null;
    /** It came to a source that was away, perhaps from another disk in its place. */
    came_while_away: Generated<Flag>;
    /** Its part of the JSON on the wire, made of the columns above, see song-columns. */
    wire: ColumnType<string, never, never>;
  };
  /** Picture files beside songs: the only files besides songs that are ever served. */
  pictures: {
    id: Generated<number>;
    directory_id: number;
    name: string;
    real_name: Uint8Array | null;
    size_bytes: number;
    mtime_us: number;
  };
  /** Files and folders the last scan could not read; a folder's own name is ''. */
  problems: {
    directory_id: number;
    name: string;
    reason: ProblemReason;
    size_bytes: number;
    mtime_us: number;
    /** How often reading it was given up in a row. */
    tries: Generated<number>;
    /** Milliseconds since the epoch when it was last; null where nothing was given up. */
    tried_at_ms: number | null;
  };
  /**
   * What stood at a path whose file has been replaced by another recording, until the end of the scan: it
   * may have moved elsewhere.
   */
  replaced_songs: {
    path: string;
    content_key: Uint8Array | null;
    sound_key: Uint8Array | null;
    added_at: number;
  };
  /** Songs that moved, until `state.db` has followed. */
  moves: {
    /** Never given twice. */
    id: Generated<number>;
    from_path: string;
    to_path: string;
    /** Moves that happened at once; blocks follow one another by id. Null until the moves were arranged. */
    block: number | null;
    /** Whether the block is to be followed in one go: a song went to where another one was. */
    is_whole: Flag;
  };
  /** Distinct folded words, numbered without gaps. The tables below are written by features/search. */
  search_words: { id: number; word: string };
  /** Postings of rare words, see search/word-bucket. */
  search_buckets: { id: number; data: Uint8Array };
  /** Postings of common words, see search/posting-list. */
  search_postings: { key: number; data: Uint8Array };
  /** The posting lists a song is in; `id` is the song's. */
  search_songs: { id: number; lists: Uint8Array };
  /** The posting lists a folder is in; `id` is the directory's. */
  search_directories: { id: number; lists: Uint8Array };
}
