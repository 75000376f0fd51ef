import { useQuery } from '@tanstack/react-query';
import { collectionStatusOptions } from '../../api/collection-status.ts';

const nothingAway: readonly string[] = [];

/** Whether the first scan still runs, and which sources cannot be reached; calm until the server said. */
export function useCollectionStatus(): {
  readonly isFirstScan: boolean;
  readonly awaySources: readonly string[];
} {
  const { data } = useQuery(collectionStatusOptions());
  return {
    isFirstScan: data?.is_first_scan === true,
    awaySources: data?.away_sources ?? nothingAway,
  };
}
