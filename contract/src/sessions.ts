import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const sessionInfo = z.object({
  id: z.number().int(),
  /** Seconds since the epoch. */
  created_at: z.number().int(),
  last_used_at: z.number().int(),
  /** What the browser or app called itself when it signed in. */
  client: z.string(),
  is_current: z.boolean(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

/** Signing in and out, and the sessions of the signed-in user. */
export const sessionEndpoints = {
  signIn: endpoint({
    method: 'POST',
    path: '/auth',
    access: 'anyone',
    summary: 'Sign in with a username and a password.',
    body: z.object({ username: z.string(), password: z.string() }),
    bodyExample: { username: 'root', password: 'root-password' },
    answer: z.object({
      username: z.string(),
      token: z.string(),
      is_admin: z.boolean(),
      media_token: z.string(),
    }),
    errors: ['bad_credentials', 'too_many_attempts'],
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/auth',
    access: 'user',
    summary: 'Revoke the token that makes this call.',
    answer: 'empty',
  }),
  mediaToken: endpoint({
    method: 'POST',
    path: '/media_token',
    access: 'user',
    summary: 'A token good for audio and thumbnails only, for use in addresses. Revoked with its session.',
    answer: z.object({ token: z.string() }),
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/sessions',
    access: 'user',
    summary: 'Where the user is signed in, most recently used first.',
    answer: z.array(sessionInfo),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/session/{id}',
    access: 'user',
    summary: 'Sign out one session of the user.',
    answer: 'empty',
    errors: ['not_found'],
  }),
  revokeOtherSessions: endpoint({
    method: 'DELETE',
    path: '/sessions',
    access: 'user',
    summary: 'Sign out every session of the user but the one that makes this call.',
    answer: 'empty',
  }),
  changeOwnPassword: endpoint({
    method: 'PUT',
    path: '/password',
    access: 'user',
    summary:
      'Change the own password. The session that makes this call goes on; the others end when `end_other_sessions` says so. Passwords of apps go unless `keep_apps` is true. Guesses count as attempts to sign in.',
    body: z.object({
      current_password: z.string(),
      new_password: z.string(),
      end_other_sessions: z.boolean(),
      keep_apps: z.boolean().optional(),
    }),
    bodyExample: { current_password: 'root-password', new_password: 'changed', end_other_sessions: true },
    answer: 'empty',
    errors: ['wrong_password', 'blank_password', 'password_too_long', 'too_many_attempts'],
  }),
} as const;
