import { queryOptions } from '@tanstack/react-query';
import type { FolderFace } from '@tonearm/contract';
import { call } from './client.ts';
import { collectionKey } from './collection.ts';

/** Folders of an answer. */
export const facesPerPage = 500;

/** What a page of the folders of a folder hold, in their order. Fresh until the collection changes. */
export const facesQuery = (path: string, page: number) =>
  queryOptions({
    queryKey: [...collectionKey, 'faces', path, page],
    queryFn: ({ signal }): Promise<FolderFace[]> =>
      call('folderFaces', { path, query: { limit: facesPerPage, offset: page * facesPerPage }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
