import type { AppCheck, CheckedApp } from '@tonearm/contract';
import { call } from '../client.ts';

/** Replays what an app asks first, by an address as it is typed into the app. @throws ApiError invalid_request */
export const checkApp = (app: CheckedApp, address: string): Promise<AppCheck> =>
  call('checkApp', { body: { app, address } });
