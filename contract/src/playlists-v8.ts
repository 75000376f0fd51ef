import { endpoint } from './endpoint.ts';
import { playlistHeader, songList } from './shapes-v8.ts';

/** Saved playlists as version 8 has them. */
export const playlistV8Endpoints = {
  getPlaylistV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/playlist/{name}',
    access: 'user',
    summary: 'A playlist and its songs in saved order. Songs that are missing now are left out and kept.',
    answer: playlistHeader.extend({ songs: songList }),
    errors: ['playlist_not_found'],
  }),
  exportPlaylists: endpoint({
    version: 8,
    method: 'GET',
    path: '/playlists/export',
    access: 'user',
    summary: 'A zip archive of all playlists as m3u8 files, with paths of the host.',
    answer: 'bytes',
  }),
  importPlaylists: endpoint({
    version: 8,
    method: 'PUT',
    path: '/playlists/import',
    access: 'user',
    summary: 'Save m3u8 files and zip archives of them as playlists, replacing those of the same names.',
    upload: 'files',
    bodyLimitBytes: 32 * 1024 * 1024,
    answer: 'empty',
    errors: ['invalid_playlist_file', 'source_not_found', 'quota_exceeded'],
  }),
} as const;
