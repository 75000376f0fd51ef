import type { RefusalReason } from '@tonearm/contract';
import type { Generated } from 'kysely';
import type { Flag } from '../db/sqlite.ts';

/**
 * Tables of `state.db`: everything people made. Small, synced on every commit, migrated with care.
 * A scan never writes to it. Times in `…_ms` are milliseconds since the epoch.
 */
export interface StateDatabase {
  /** Facts about the installation, such as `setup_closed`. */
  meta: { key: string; value: string };
  users: {
    id: Generated<number>;
    name: string;
    password_hash: string;
    is_admin: Flag;
    theme_base: string | null;
    theme_accent: string | null;
    created_at_ms: number;
  };
  sessions: {
    id: Generated<number>;
    user_id: number;
    /** SHA-256 of the token. */
    token_hash: Uint8Array;
    scope: 'full' | 'media' | 'link';
    /** The session a media or link token came from; goes with it. */
    parent_id: number | null;
    /** What the client called itself. */
    client: string;
    created_at_ms: number;
    last_used_at_ms: number;
    /** Of link tokens; the others end by not being used, and hold the end of the year 9999. */
    expires_at_ms: number;
  };
  /** Why sessions that are gone were ended by somebody, to be told to whoever still holds their token. */
  ended_sessions: {
    /** SHA-256 of the session's full token. */
    token_hash: Uint8Array;
    reason: 'elsewhere' | 'password' | 'administrator';
    ended_at_ms: number;
  };
  /** Values are JSON. */
  settings: { key: string; value: string };
  sources: {
    id: Generated<number>;
    position: number;
    name: string;
    /** The folder, as typed. */
    source: string;
  };
  /** Every source there ever was, by a number that is never given again: rows are never deleted. */
  music_folders: { id: Generated<number>; name: string; source: string };
  playlists: {
    id: Generated<number>;
    user_id: number;
    name: string;
    /** What it holds now; saving writes a new content and then points here. */
    content_id: number;
    updated_at_ms: number;
    /** What apps know it by, whatever it is called. */
    public_id: Uint8Array;
    comment: string | null;
    /** Whether everybody may see it. */
    is_public: Flag;
    created_at_ms: number;
  };
  /** What a playlist held when it was saved. One that no playlist points to is being written, or is litter. */
  playlist_contents: {
    id: Generated<number>;
    chunk_count: number;
    created_at_ms: number;
    /** As it was saved; 0 while it is being written. */
    entry_count: Generated<number>;
    byte_count: Generated<number>;
  };
  /** A content in runs of 1,000 entries, so that 200,000 entries are 200 rows. */
  playlist_chunks: {
    content_id: number;
    /** From 0. */
    chunk: number;
    /** JSON list of virtual paths. */
    tracks: string;
  };
  linked_accounts: {
    user_id: number;
    service: string;
    username: string;
    /** Encrypted session key or token. */
    secret: Uint8Array;
    linked_at_ms: number;
    /** Why it needs to be linked again; null while it works. */
    lapse: 'token_refused' | 'secret_lost' | null;
  };
  outbox: {
    id: Generated<number>;
    user_id: number;
    service: string;
    path: string;
    /** JSON of what is sent, frozen at the time of the play. */
    play: string;
    /** Seconds since the epoch when the play began. */
    played_at: number;
    attempts: number;
    next_attempt_at_ms: number;
    /** Why it was refused for good; null while it waits. */
    refusal: RefusalReason | null;
    /** With `not_taken`: the number that the service gave, if any. */
    refusal_number: number | null;
    created_at_ms: number;
    /** Name of the account that it is meant for; null when it was not known. */
    account: string | null;
  };
  /** Append-only history of every play, linked account or not. */
  listens: {
    id: Generated<number>;
    user_id: number;
    path: string;
    title: string | null;
    artist: string | null;
    album: string | null;
    played_at: number;
  };
  /** When each song entered the collection, by a key of its path; survives a rebuilt library. */
  first_seen: { path_key: Uint8Array; added_at: number };
  /** Songs that are not where they were first seen: the id made of the path they are at, and the one they keep. */
  song_ids: { natural: Uint8Array; id: Uint8Array };
  /** Passwords of apps that speak the Subsonic protocol. */
  app_passwords: {
    id: Generated<number>;
    user_id: number;
    name: string;
    /** SHA-256 of the secret. */
    secret_hash: Uint8Array;
    /** The secret itself, encrypted; null when the key file was lost. */
    secret_sealed: Uint8Array | null;
    may_administer: Flag;
    /** kbit/s; null for no limit. */
    max_bit_rate: number | null;
    created_at_ms: number;
    last_used_at_ms: number | null;
    last_client: string | null;
  };
  /** What somebody likes. Items are lasting ids of songs, albums, artists and folders; none means two things. */
  stars: { user_id: number; item: Uint8Array; kind: ItemKind; starred_at_ms: number };
  /** What somebody thinks of an item, 1 to 5. */
  ratings: { user_id: number; item: Uint8Array; kind: ItemKind; rating: number; rated_at_ms: number };
  /** Plays of `listens`, counted of each song, its album and its artists, up to the one that `meta` names. */
  play_counts: {
    user_id: number;
    item: Uint8Array;
    kind: ItemKind;
    plays: number;
    last_played_at_ms: number;
  };
  bookmarks: {
    user_id: number;
    song: Uint8Array;
    position_ms: number;
    comment: string | null;
    created_at_ms: number;
    changed_at_ms: number;
  };
  /** What somebody listens to, to go on elsewhere. */
  play_queues: {
    user_id: number;
    /** Goes up whenever the entries change. */
    revision: number;
    entry_count: number;
    current_index: number;
    position_ms: number;
    /** What the client called itself. */
    changed_by: string;
    /** Goes up with every change, also where the clock was set back. */
    changed_at_ms: number;
  };
  /** Its entries in runs of 5,000: ids of songs, sixteen bytes each. */
  play_queue_chunks: { user_id: number; chunk: number; songs: Uint8Array };
  /** What administrators corrected of the collection, the oldest first. */
  corrections: {
    id: Generated<number>;
    /** JSON of the rule that songs are corrected by, see library/model/corrections. */
    rule: string;
    /** JSON of what it is about, as people read it. */
    about: string;
    /** Who made it; the name stays when the user goes. */
    made_by: string;
    made_at_ms: number;
  };
  /** Queries that somebody keeps under a name. */
  smart_lists: {
    user_id: number;
    name: string;
    query: string;
    changed_at_ms: number;
    /** Null for the id that its name gives. */
    public_id: Buffer | null;
  };
  /** Internet radio stations, the same for everybody. */
  radio_stations: {
    id: Generated<number>;
    name: string;
    stream_url: string;
    home_page_url: string | null;
  };
}

/** What people star and rate, and what plays are counted of. */
export type ItemKind = 'song' | 'album' | 'artist' | 'folder';
