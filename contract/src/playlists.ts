import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { page, songs } from './shapes.ts';
import { playlistHeader } from './shapes-v8.ts';
import { count, integer, nullableInteger, text, texts } from './values.ts';

/** Most entries of one playlist. */
export const mostPlaylistEntries = 1_000_000;

/** Longest entry of a playlist, in UTF-16 units: 500 folders of the longest names, one in the other. */
const longestEntry = 131_072;

/** Most entries of a playlist that is edited entry by entry, and of what is added to one at once. */
export const mostEditedEntries = 100_000;

const index = count.max(mostPlaylistEntries);
const track = text.min(1).max(longestEntry);

/** An entry by its place, missing songs counted, and what it has to be: an edit of another list is refused. */
const entry = z.object({ at: index, path: track });
const entries = z.array(entry).min(1).max(mostEditedEntries);

/**
 * One edit of a playlist. `move` puts entries before the one that stands at `gap` now; `put` inserts so that each
 * stands at its place afterwards, lowest first; `order` names the entries by their present places in their new order.
 */
const playlistEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('remove'), entries }),
  z.object({ kind: z.literal('put'), entries }),
  z.object({ kind: z.literal('move'), entries, gap: index }),
  z.object({ kind: z.literal('order'), order: z.array(index).max(mostEditedEntries) }),
]);
export type PlaylistEdit = z.infer<typeof playlistEdit>;

const revision = count;

/**
 * What a list of playlists shows of one. `duration` is in seconds, of the songs that are there now, and null where
 * counting would take long; `artworks` are up to four pictures.
 */
const playlistSummary = z.object({
  name: text,
  entry_count: integer,
  duration: nullableInteger,
  artworks: texts,
});
export type PlaylistSummary = z.infer<typeof playlistSummary>;

const editBodyBytes = 16 * 1024 * 1024;

/** Saved playlists of the signed-in user. */
export const playlistEndpoints = {
  listPlaylists: endpoint({
    method: 'GET',
    path: '/playlists',
    access: 'user',
    summary: 'The playlists by name, and what their songs add up to.',
    answer: z.array(playlistHeader),
  }),
  getPlaylist: endpoint({
    method: 'GET',
    path: '/playlist/{name}',
    access: 'user',
    summary: 'Songs of a playlist in saved order. Songs that are missing now are left out and kept.',
    query: page,
    answer: songs,
    errors: ['playlist_not_found'],
  }),
  getPlaylistEntries: endpoint({
    method: 'GET',
    path: '/playlist_entries/{name}',
    access: 'user',
    summary: 'Every entry of a playlist as it was saved, songs that are missing now included.',
    answer: texts,
    errors: ['playlist_not_found'],
  }),
  putPlaylist: endpoint({
    method: 'PUT',
    path: '/playlist/{name}',
    access: 'user',
    summary: 'Save a playlist, replacing one of the same name.',
    body: z.object({ tracks: z.array(track).max(mostPlaylistEntries) }),
    bodyExample: { tracks: [] },
    bodyLimitBytes: 128 * 1024 * 1024,
    longList: { field: 'tracks', most: mostPlaylistEntries },
    answer: 'empty',
    errors: ['quota_exceeded'],
  }),
  deletePlaylist: endpoint({
    method: 'DELETE',
    path: '/playlist/{name}',
    access: 'user',
    summary: 'Delete a playlist.',
    answer: 'empty',
    errors: ['playlist_not_found'],
  }),
  listPlaylistSummaries: endpoint({
    method: 'GET',
    path: '/playlist_summaries',
    access: 'user',
    summary: 'The playlists as a list shows them: how many entries, how long, four covers.',
    answer: z.array(playlistSummary),
  }),
  getPlaylistState: endpoint({
    method: 'GET',
    path: '/playlist_state/{name}',
    access: 'user',
    summary: 'What an edit of a playlist has to know: its revision, and which entries have no song now.',
    answer: z.object({ revision, entry_count: integer, missing: z.array(integer) }),
    errors: ['playlist_not_found', 'playlist_too_long'],
  }),
  editPlaylist: endpoint({
    method: 'POST',
    path: '/playlist_edit/{name}',
    access: 'user',
    summary:
      'Edit a playlist of a revision. When it was changed since, nothing is, and it can be tried again.',
    body: z.object({ revision, edit: playlistEdit }),
    bodyExample: { revision: 1, edit: { kind: 'remove', entries: [{ at: 0, path: 'Music/a.mp3' }] } },
    bodyLimitBytes: editBodyBytes,
    answer: z.object({ revision }),
    errors: ['playlist_not_found', 'playlist_changed', 'playlist_too_long', 'quota_exceeded'],
  }),
  addToPlaylist: endpoint({
    method: 'POST',
    path: '/playlist_add/{name}',
    access: 'user',
    summary:
      'Add songs at the end of a playlist, which is made if need be. With `ask`, nothing is added when some are in it already.',
    body: z.object({
      tracks: z.array(track).min(1).max(mostEditedEntries),
      repeats: z.enum(['ask', 'skip', 'add']),
    }),
    bodyExample: { tracks: ['Music/a.mp3'], repeats: 'add' },
    bodyLimitBytes: editBodyBytes,
    answer: z.object({ added: integer, already: integer }),
    errors: ['playlist_changed', 'playlist_too_long', 'quota_exceeded'],
  }),
  renamePlaylist: endpoint({
    method: 'POST',
    path: '/playlist_rename/{name}',
    access: 'user',
    summary: 'Give a playlist another name.',
    body: z.object({ new_name: text.min(1) }),
    bodyExample: { new_name: 'Monday' },
    answer: 'empty',
    errors: ['playlist_not_found', 'playlist_name_taken', 'quota_exceeded'],
  }),
} as const;
