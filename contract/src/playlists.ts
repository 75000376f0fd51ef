import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { page, song } from './shapes.ts';

/** Most entries of one playlist. */
export const mostPlaylistEntries = 1_000_000;

/** Longest entry of a playlist, in UTF-16 units: 500 folders of the longest names, one in the other. */
const longestEntry = 131_072;

/** Saved playlists of the signed-in user. */
export const playlistEndpoints = {
  listPlaylists: endpoint({
    method: 'GET',
    path: '/playlists',
    access: 'user',
    summary: 'Names of the playlists, sorted.',
    answer: z.array(z.object({ name: z.string() })),
  }),
  getPlaylist: endpoint({
    method: 'GET',
    path: '/playlist/{name}',
    access: 'user',
    summary: 'Songs of a playlist in saved order. Songs that are missing now are left out and kept.',
    query: page,
    answer: z.array(song),
    errors: ['playlist_not_found'],
  }),
  getPlaylistEntries: endpoint({
    method: 'GET',
    path: '/playlist_entries/{name}',
    access: 'user',
    summary: 'Every entry of a playlist as it was saved, songs that are missing now included.',
    answer: z.array(z.string()),
    errors: ['playlist_not_found'],
  }),
  putPlaylist: endpoint({
    method: 'PUT',
    path: '/playlist/{name}',
    access: 'user',
    summary: 'Save a playlist, replacing one of the same name.',
    body: z.object({ tracks: z.array(z.string().min(1).max(longestEntry)).max(mostPlaylistEntries) }),
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
} as const;
