import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SmartList } from '@tonearm/contract';
import { ApiError } from '../api-error.ts';
import { call } from '../client.ts';

/** A query and the name it is kept under. */
export type KeptQuery = Pick<SmartList, 'name' | 'query'>;

/** The user's smart lists, by name. */
export const smartListsQuery = () =>
  queryOptions({
    queryKey: ['smart lists'],
    queryFn: ({ signal }) => call('listSmartLists', { signal }),
    staleTime: 10_000,
  });

const changed = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: smartListsQuery().queryKey });

/** Whether there is a smart list of a name. @throws ApiError */
export async function isNameTaken(queries: QueryClient, name: string): Promise<boolean> {
  const lists = await queries.fetchQuery({ ...smartListsQuery(), staleTime: 0 });
  return lists.some((list) => list.name === name);
}

/**
 * Keeps a query under a name, in the place of the one of that name.
 * @param before the name it had, which goes
 * @throws ApiError `invalid_query`, with its place, and `invalid_smart_list`
 */
export async function saveSmartList(
  queries: QueryClient,
  { name, query }: KeptQuery,
  before: string = name,
): Promise<void> {
  await call('putSmartList', {
    path: name,
    body: before === name ? { query } : { query, renamed_from: before },
  });
  // The one of before stays in sight until its screen is left.
  queries.setQueryData(smartListsQuery().queryKey, (lists) => [
    ...(lists ?? []).filter((list) => list.name !== name),
    { name, query, changed_at_ms: 0 },
  ]);
  void changed(queries);
}

/** Forgets a smart list; one that was deleted elsewhere meanwhile is deleted. @throws ApiError */
export async function deleteSmartList(queries: QueryClient, name: string): Promise<void> {
  await call('deleteSmartList', { path: name }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'smart_list_not_found')) throw error;
  });
  await changed(queries);
}
