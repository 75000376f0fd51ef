import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { integer, nullableInteger, nullableText, optionalYesOrNo, text, yesOrNo } from '../values.ts';

/** Characters of the name of an app, at most. */
export const longestAppName = 64;

const listedApp = z.object({
  id: integer,
  name: text,
  /** Seconds since the epoch. */
  created_at: integer,
  /** Seconds since the epoch; null while it was never used. */
  last_used_at: nullableInteger,
  /** What the app called itself when it was last used. */
  last_client: nullableText,
  may_administer: yesOrNo,
  /** The most that is streamed to the app, in kbit/s; null for no limit. */
  max_bit_rate: nullableInteger,
  /** The key file of the server was lost: apps that send a salted token need another password. */
  needs_renewal: yesOrNo,
});
export type ListedApp = z.infer<typeof listedApp>;

const newApp = listedApp.extend({
  /** The password itself, told this once, without the separators it is shown with. */
  secret: text,
  /** The name to sign in with. */
  username: text,
});
export type NewApp = z.infer<typeof newApp>;

/** Passwords for apps that speak the Subsonic protocol: of the signed-in user, one for each app. */
export const appEndpoints = {
  listApps: endpoint({
    method: 'GET',
    path: '/apps',
    access: 'user',
    summary: 'App passwords of the user, newest first.',
    answer: z.array(listedApp),
  }),
  addApp: endpoint({
    method: 'POST',
    path: '/apps',
    access: 'user',
    summary:
      'Make an app password. It is told once. Only an administrator may let an app administer, and only for themselves.',
    body: z.object({
      name: text,
      may_administer: optionalYesOrNo,
      max_bit_rate: integer.min(32).max(10_000).nullish(),
    }),
    bodyExample: { name: 'Phone', max_bit_rate: 192 },
    answer: newApp,
    errors: ['invalid_request', 'forbidden'],
  }),
  removeApp: endpoint({
    method: 'DELETE',
    path: '/apps/{id}',
    access: 'user',
    summary: 'Take an app its password away. It is refused from the next request on.',
    answer: 'empty',
    errors: ['not_found'],
  }),
} as const;
