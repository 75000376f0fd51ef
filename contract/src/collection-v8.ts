import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserEntry, songList, songsByPath } from './shapes-v8.ts';
import { text } from './values.ts';

/** Most paths of one `POST /songs`. */
const mostPaths = 100_000;

/** Longest path of one, in UTF-16 units. */
const longestPath = 131_072;

/** Browsing and searching as version 8 has it. */
export const collectionV8Endpoints = {
  browseV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/browse/{path*?}',
    access: 'user',
    summary:
      'Folders, then songs, of a folder. Without a path the music sources, or what is in the only one.',
    answer: z.array(browserEntry),
    errors: ['source_not_found', 'folder_not_found'],
  }),
  flattenV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/flatten/{path*?}',
    access: 'user',
    summary: 'Every song at or below a path, by path, folder by folder.',
    answer: songList,
    errors: ['source_not_found', 'folder_not_found'],
  }),
  searchV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/search/{query*?}',
    access: 'user',
    summary: 'Songs by a query of the language of version 8. Without one there is no such address.',
    answer: songList,
    errors: ['invalid_query', 'not_found'],
  }),
  getSongs: endpoint({
    version: 8,
    method: 'POST',
    path: '/songs',
    access: 'user',
    summary: 'What the tags of some songs say, in the order of the paths.',
    body: z.object({ paths: z.array(text.max(longestPath)).max(mostPaths) }),
    bodyExample: { paths: [] },
    bodyLimitBytes: 10 * 1024 * 1024,
    longList: { field: 'paths', most: mostPaths },
    answer: songsByPath,
  }),
} as const;
