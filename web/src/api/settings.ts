import { queryOptions } from '@tanstack/react-query';
import type {
  Bucket,
  BucketChange,
  Ddns,
  DdnsStatus,
  FolderListing,
  MountDir,
  MusicRules,
  Settings,
} from '@tonearm/contract';
import { call } from './client.ts';

/** Settings of the collection. @throws ApiError */
export const getSettings = (signal?: AbortSignal): Promise<Settings> =>
  call('getSettings', signal ? { signal } : {});

/** Saves settings; what is left out stays. @throws ApiError invalid_album_art_pattern, negative_scan_period */
export const putSettings = (settings: Partial<Settings>): Promise<undefined> =>
  call('putSettings', { body: settings });

/** Music sources in saved order. @throws ApiError */
export const getMountDirs = (signal?: AbortSignal): Promise<MountDir[]> =>
  call('getMountDirs', signal ? { signal } : {});

/** Saves the whole list of music sources. @throws ApiError invalid_source, duplicate_source_name (409) */
export const putMountDirs = (mountDirs: readonly MountDir[]): Promise<undefined> =>
  call('putMountDirs', { body: [...mountDirs] });

/** How buckets of music sources are reached, without keys. @throws ApiError */
export const getBuckets = (signal?: AbortSignal): Promise<Bucket[]> =>
  call('getBuckets', signal ? { signal } : {});

/** Saves the whole list of buckets; absent keys stay. @throws ApiError invalid_bucket */
export const putBuckets = (buckets: readonly BucketChange[]): Promise<undefined> =>
  call('putBuckets', { body: [...buckets] });

/** The dynamic DNS account. @throws ApiError */
export const getDdns = (signal?: AbortSignal): Promise<Ddns> => call('getDdns', signal ? { signal } : {});

/** Saves the dynamic DNS account. @throws ApiError invalid_ddns */
export const putDdns = (ddns: Ddns): Promise<undefined> => call('putDdns', { body: ddns });

/** Last and next update of the dynamic DNS address. @throws ApiError */
export const getDdnsStatus = (signal?: AbortSignal): Promise<DdnsStatus> =>
  call('getDdnsStatus', signal ? { signal } : {});

/** What a folder of the server's machine holds; where browsing starts when `path` is empty. @throws ApiError */
export const listFolders = (path: string, signal?: AbortSignal): Promise<FolderListing> =>
  call('listFolders', { ...(path !== '' && { query: { path } }), ...(signal && { signal }) });

/** How tags become artists and genres, and how that was at first. */
export const musicRulesQuery = () =>
  queryOptions({
    queryKey: ['music-rules'],
    queryFn: ({ signal }) => call('getMusicRules', { signal }),
    // What is being edited must not be exchanged beneath the fields.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Saves them, and applies them in the background. @throws ApiError */
export const putMusicRules = (rules: MusicRules): Promise<undefined> =>
  call('putMusicRules', { body: rules });

/** What they would change. @throws ApiError */
export const tryMusicRules = (rules: MusicRules) => call('tryMusicRules', { body: rules });
