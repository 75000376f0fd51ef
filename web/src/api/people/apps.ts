import type { ListedApp, NewApp } from '@tonearm/contract';
import { call } from '../client.ts';

/** Where the list of apps lies in the query cache. */
export const appsKey = ['apps'];

/** App passwords of the user, newest first. @throws ApiError */
export const listApps = (signal?: AbortSignal): Promise<ListedApp[]> =>
  call('listApps', signal ? { signal } : {});

/** An app password to be made. */
export interface AppCreation {
  readonly name: string;
  readonly mayAdminister: boolean;
  /** kbit/s; null for no limit. */
  readonly maxBitRate: number | null;
}

/** Makes an app password, which is told this once. @throws ApiError invalid_request, forbidden */
export const addApp = ({ name, mayAdminister, maxBitRate }: AppCreation): Promise<NewApp> =>
  call('addApp', { body: { name, may_administer: mayAdminister, max_bit_rate: maxBitRate } });

/** Takes an app its password away. @throws ApiError not_found */
export const removeApp = (id: number): Promise<undefined> => call('removeApp', { path: String(id) });
