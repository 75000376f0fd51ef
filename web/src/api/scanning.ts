import { queryOptions } from '@tanstack/react-query';
import type { CollectionStatus } from '@tonearm/contract';
import { call } from './client.ts';

/** How often a client asks while music is being found, and otherwise. */
const scanningIntervalMs = 3_000;
const idleIntervalMs = 60_000;

/** What a client needs to know to keep its lists fresh; asked for again by itself. */
export const collectionStatusOptions = () =>
  queryOptions<CollectionStatus>({
    queryKey: ['collection-status'],
    queryFn: ({ signal }) => call('getCollectionStatus', { signal }),
    refetchInterval: ({ state }) => (state.data?.is_scanning ? scanningIntervalMs : idleIntervalMs),
  });
