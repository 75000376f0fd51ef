import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { directory, item, page, song } from './shapes.ts';

/** Browsing and searching. Every list takes `limit` and `offset` and answers `X-Total-Count`. */
export const collectionEndpoints = {
  browse: endpoint({
    method: 'GET',
    path: '/browse/{path*?}',
    access: 'user',
    summary: 'Folders, then songs, of a folder; the music sources without a path.',
    query: page,
    answer: z.array(item),
    errors: ['source_not_found', 'folder_not_found'],
  }),
  flatten: endpoint({
    method: 'GET',
    path: '/flatten/{path*?}',
    access: 'user',
    summary: 'Every song at or below a path, in the order a person walks the folders.',
    query: page,
    answer: z.array(song),
    errors: ['source_not_found', 'folder_not_found'],
  }),
  random: endpoint({
    method: 'GET',
    path: '/random',
    access: 'user',
    summary: 'Random albums, 20 unless told.',
    query: page,
    answer: z.array(directory),
  }),
  recent: endpoint({
    method: 'GET',
    path: '/recent',
    access: 'user',
    summary: 'Albums newest first, 20 unless told.',
    query: page,
    answer: z.array(directory),
  }),
  search: endpoint({
    method: 'GET',
    path: '/search/{query*?}',
    access: 'user',
    summary: 'Folders, then songs, that match every word; best first.',
    query: page,
    answer: z.array(item),
  }),
} as const;
