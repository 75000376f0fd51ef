import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { directory, item, page, queryNumber, song } from './shapes.ts';

const folderFace = z
  .object({
    path: z.string(),
    /** Albums and songs in it and below. */
    album_count: z.number().int(),
    song_count: z.number().int(),
    /** Pictures of up to four of the albums, by their paths, for `/thumbnail`. */
    artworks: z.array(z.string()),
  })
  .meta({ id: 'FolderFace' });
export type FolderFace = z.infer<typeof folderFace>;

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
  folderFaces: endpoint({
    method: 'GET',
    path: '/folder_faces/{path*?}',
    access: 'user',
    summary:
      'What the folders of a folder hold, in the order of browse: numbers of albums and songs, and some pictures. 500 unless told, and at most.',
    query: page,
    answer: z.array(folderFace),
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
    summary:
      'Folders, then songs, that match every word; best first. No more folders than `folders`, when told.',
    query: page.extend({ folders: queryNumber(1_000_000).optional() }),
    answer: z.array(item),
  }),
} as const;
