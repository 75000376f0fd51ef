import type { SessionInfo } from '@tonearm/contract';
import type { Session } from '../storage/session-store.ts';
import { call } from './client.ts';

/** Signs in. @throws ApiError bad_credentials (401), too_many_attempts (429) */
export async function requestSession(username: string, password: string): Promise<Session> {
  const answer = await call('signIn', { body: { username, password } });
  return {
    username: answer.username,
    authToken: answer.token,
    isAdmin: answer.is_admin,
    mediaToken: answer.media_token ?? null,
  };
}

/** A token for media addresses, for a session that was kept without one. @throws ApiError */
export const requestMediaToken = async (): Promise<string> => (await call('mediaToken')).token;

/** Tells the server to forget the token in use. @throws ApiError */
export const revokeToken = (): Promise<undefined> => call('signOut', { keepalive: true });

/** Where the list of sessions lies in the query cache. */
export const sessionsKey = ['sessions'];

/** Where the user is signed in, most recently used first. @throws ApiError */
export const listSessions = (signal?: AbortSignal): Promise<SessionInfo[]> =>
  call('listSessions', signal ? { signal } : {});

/** Signs out one session of the user. @throws ApiError */
export const revokeSession = (id: number): Promise<undefined> => call('revokeSession', { path: String(id) });

/** Signs out every session of the user but this one. @throws ApiError */
export const revokeOtherSessions = (): Promise<undefined> => call('revokeOtherSessions');

/** Another password for whoever is signed in. */
export interface OwnPasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Whether everything else that is signed in has to sign in again. */
  readonly endsOtherSessions: boolean;
  /** Whether passwords of apps stay. */
  readonly keepsApps: boolean;
}

/** Changes the own password; this session goes on. @throws ApiError wrong_password (403), too_many_attempts (429) … */
export const changeOwnPassword = (change: OwnPasswordChange): Promise<undefined> =>
  call('changeOwnPassword', {
    body: {
      current_password: change.currentPassword,
      new_password: change.newPassword,
      end_other_sessions: change.endsOtherSessions,
      keep_apps: change.keepsApps,
    },
  });
