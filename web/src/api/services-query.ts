import { queryOptions } from '@tanstack/react-query';
import type { LinkedService } from '@tonearm/contract';
import { call } from './client.ts';

/** The scrobbling services and the accounts linked to them. */
export const linkedServicesOptions = () =>
  queryOptions<LinkedService[]>({
    queryKey: ['linked-services'],
    queryFn: ({ signal }) => call('listServices', { signal }),
  });
