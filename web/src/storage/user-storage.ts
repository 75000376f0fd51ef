import { readText, type TextStorage, writeText } from './key-value.ts';

/** What the client remembers for each user of a browser. */
export type UserKey =
  | 'playlist'
  | 'playlistName'
  | 'currentTrackIndex'
  | 'playbackOrder'
  | 'playModes'
  | 'unsentPlays'
  | 'carriedQueue'
  | 'elapsedSeconds'
  | 'volume'
  | 'followsSystemTheme'
  | 'hasShortcuts'
  | 'wantsNotifications'
  | 'recentSearches'
  | 'density'
  | 'tapChoice'
  | 'levels'
  | 'preamp'
  | 'crossfade'
  | 'waveform'
  | 'soundQuality'
  | 'outputDevice'
  | 'startMs'
  | 'spokenRate'
  | 'columns'
  | 'listTools'
  | 'queuePane'
  | 'albums';

/** Written beside every value; a value of another version reads as absent. */
const version = 1;

const keyOf = (username: string, key: UserKey) =>
  `tonearm.user.${encodeURIComponent(username.toWellFormed())}.${key}`;

/**
 * A remembered value of a user, as it was written; to be checked by the caller.
 * @returns undefined when there is none, or none that this version understands
 */
export function readUserValue(username: string, key: UserKey, storage?: TextStorage): unknown {
  const text = readText(keyOf(username, key), storage);
  if (text === null) return undefined;
  try {
    const stored = JSON.parse(text) as { version?: unknown; value?: unknown } | null;
    return stored?.version === version ? stored.value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Remembers a JSON value of a user; undefined forgets it.
 * @returns false, after logging, when the browser's storage is full or switched off
 */
export function writeUserValue(
  username: string,
  key: UserKey,
  value: unknown,
  storage?: TextStorage,
): boolean {
  const text = value === undefined ? null : JSON.stringify({ version, value });
  return writeText(keyOf(username, key), text, storage);
}
