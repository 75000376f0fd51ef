import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { integer, optionalYesOrNo, text, yesOrNo } from './values.ts';

const sessionInfo = z.object({
  id: integer,
  /** Seconds since the epoch. */
  created_at: integer,
  last_used_at: integer,
  /** What the browser or app called itself when it signed in. */
  client: text,
  is_current: yesOrNo,
});
export type SessionInfo = z.infer<typeof sessionInfo>;

/** Signing in and out, and the sessions of the signed-in user. */
export const sessionEndpoints = {
  signIn: endpoint({
    method: 'POST',
    path: '/auth',
    access: 'anyone',
    summary: 'Sign in with a username and a password.',
    body: z.object({ username: text, password: text }),
    bodyExample: { username: 'root', password: 'root-password' },
    answer: z.object({
      username: text,
      token: text,
      is_admin: yesOrNo,
      media_token: text,
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
    answer: z.object({ token: text }),
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
      current_password: text,
      new_password: text,
      end_other_sessions: yesOrNo,
      keep_apps: optionalYesOrNo,
    }),
    bodyExample: { current_password: 'root-password', new_password: 'changed', end_other_sessions: true },
    answer: 'empty',
    errors: ['wrong_password', 'blank_password', 'password_too_long', 'too_many_attempts'],
  }),
} as const;
