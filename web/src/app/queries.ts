import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** What screens know of the server, and how it is asked for. */
export const createQueries = (): QueryClient =>
  new Queries({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A browser without a network says nothing about a server on this machine or in this house: it is
        // asked all the same, and again when the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        // What the server decided (4xx) does not change by asking again.
        retry: (count, error) =>
          count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });

/**
 * What is asked for the first time while it changes is asked for again: that answer may be of before, and
 * the library, which begins anew otherwise, takes it for the new one.
 */
class Queries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = new Set<Query>(this.getQueryCache().findAll(filters).filter(isAskedFirst));
    await super.invalidateQueries(filters, options);
    if (first.size === 0 || filters?.refetchType === 'none') return;
    await super.invalidateQueries({ predicate: (query) => first.has(query) }, options);
  }
}

const isAskedFirst = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus !== 'idle';
