import { queryOptions } from '@tanstack/react-query';
import type { CollectionStatus } from '@tonearm/contract';
import { call } from './client.ts';

/** How often a client asks, so that a new file is seen within 3 seconds. A question costs next to nothing. */
const statusIntervalMs = 2_500;

/** What a client needs to know to keep its lists fresh; asked for again by itself. */
export const collectionStatusOptions = () =>
  queryOptions<CollectionStatus>({
    queryKey: ['collection-status'],
    queryFn: ({ signal }) => getCollectionStatus(signal),
    refetchInterval: statusIntervalMs,
    // A hidden page rests, and asks at once when it is seen again.
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });

/** What the collection holds right now. @throws ApiError */
export const getCollectionStatus = (signal: AbortSignal): Promise<CollectionStatus> =>
  call('getCollectionStatus', { signal });
