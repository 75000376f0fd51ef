import { queryOptions } from '@tanstack/react-query';
import { call, listWithTotal } from './client.ts';
import { type CollectionItem, collectionKey, itemFromWire } from './collection.ts';

/** The first of what a search finds. */
export interface FewResults {
  readonly folders: readonly CollectionItem[];
  readonly songs: readonly CollectionItem[];
  readonly total: number;
}

/** Few enough to be found and drawn between two keys. */
const mostFolders = 6;
const mostSongs = 6;

/** The best folders and songs of a search, in one answer. */
export const fewResultsQuery = (text: string) =>
  queryOptions({
    queryKey: [...collectionKey, 'few', text],
    queryFn: async ({ signal }): Promise<FewResults> => {
      const query = { limit: mostFolders + mostSongs, folders: mostFolders };
      const { items, total } = await listWithTotal('search', { path: text, query, signal });
      const found = items.map(itemFromWire);
      return {
        folders: found.filter(isFolder),
        songs: found.filter((item) => !isFolder(item)).slice(0, mostSongs),
        total,
      };
    },
    staleTime: 60_000,
  });

const isFolder = ({ variant }: CollectionItem): boolean => variant === 'Directory';

/** Most entries of a group: more than a page of covers. */
const mostInGroup = 100;

/** Artists, albums and playlists that a search leads to, and whether it is words or a query of the language. */
export const nameGroupsQuery = (text: string) =>
  queryOptions({
    queryKey: [...collectionKey, 'name groups', text],
    queryFn: ({ signal }) => call('findGroups', { query: { query: text, limit: mostInGroup }, signal }),
    staleTime: 60_000,
    retry: false,
  });

/** Fields and values that may stand at a place of a query. */
export const suggestionsQuery = (query: string, at: number) =>
  queryOptions({
    queryKey: [...collectionKey, 'suggestions', query, at],
    queryFn: ({ signal }) => call('suggestQuery', { query: { query, at }, signal }),
    staleTime: 60_000,
    retry: false,
  });
