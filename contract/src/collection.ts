import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { directory, item, page, songs } from './shapes.ts';
import { integer, text, texts } from './values.ts';

const folderFace = z
  .object({
    path: text,
    /** Albums and songs in it and below. */
    album_count: integer,
    song_count: integer,
    /** Pictures of up to four of the albums, by their paths, for `/thumbnail`. */
    artworks: texts,
  })
  .register(z.globalRegistry, { id: 'FolderFace' });
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
    answer: songs,
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
    query: page.extend({ folders: page.shape.limit }),
    answer: z.array(item),
  }),
} as const;
