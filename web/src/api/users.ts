import type { ListedUser } from '@tonearm/contract';
import { call, request } from './client.ts';

/** All users, in order of creation. For administrators. @throws ApiError */
export const listUsers = (signal?: AbortSignal): Promise<ListedUser[]> =>
  call('listUsers', signal ? { signal } : {});

/** A user to be made, in the client's words. */
export interface UserCreation {
  readonly name: string;
  readonly password: string;
  readonly isAdmin: boolean;
}

/** Makes a user. @throws ApiError username_taken (409), blank_username, blank_password, password_too_long */
export const createUser = ({ name, password, isAdmin }: UserCreation): Promise<undefined> =>
  call('createUser', { body: { name, password, admin: isAdmin } });

/** A change of a user: a new password, or the administrator flag. */
export type UserUpdate = { readonly username: string } & (
  | { readonly newPassword: string }
  | { readonly newIsAdmin: boolean }
);

/** Changes a user. @returns the status of the answer. @throws ApiError own_account, last_administrator (409) … */
export async function updateUser(update: UserUpdate): Promise<number> {
  const body =
    'newPassword' in update ? { new_password: update.newPassword } : { new_is_admin: update.newIsAdmin };
  return (await request('updateUser', { path: update.username, body })).status;
}

/** Deletes a user. @throws ApiError own_account, last_administrator (409) */
export const deleteUser = (name: string): Promise<undefined> => call('deleteUser', { path: name });
