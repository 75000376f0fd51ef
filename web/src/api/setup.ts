import { queryOptions } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { call } from './client.ts';

/** Whether the first administrator exists; null until the server has said so. */
export interface SetupState {
  readonly isComplete: boolean | null;
}

/** What the server last said about its setup. */
export const setupStore = createStore<SetupState>(() => ({ isComplete: null }));

/** Asks the server again whether setup is complete. @throws ApiError */
export async function refreshSetup(): Promise<void> {
  const { has_any_users } = await call('initialSetup');
  setupStore.setState({ isComplete: has_any_users });
}

/** Whether setup is complete, null while unknown; renders again when that changes. */
export const useIsSetupComplete = (): boolean | null => useStore(setupStore, (state) => state.isComplete);

/** Name and version of the product that answers. */
export const versionOptions = () =>
  queryOptions({
    queryKey: ['version'],
    queryFn: async ({ signal }) => (await call('version', { signal })).server,
  });
