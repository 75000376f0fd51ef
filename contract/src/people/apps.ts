import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Characters of the name of an app, at most. */
export const longestAppName = 64;

const listedApp = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Seconds since the epoch. */
  created_at: z.number().int(),
  /** Seconds since the epoch; null while it was never used. */
  last_used_at: z.number().int().nullable(),
  /** What the app called itself when it was last used. */
  last_client: z.string().nullable(),
  may_administer: z.boolean(),
  /** The most that is streamed to the app, in kbit/s; null for no limit. */
  max_bit_rate: z.number().int().nullable(),
  /** The key file of the server was lost: apps that send a salted token need another password. */
  needs_renewal: z.boolean(),
});
export type ListedApp = z.infer<typeof listedApp>;

const newApp = listedApp.extend({
  /** The password itself, told this once, without the separators it is shown with. */
  secret: z.string(),
  /** The name to sign in with. */
  username: z.string(),
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
      name: z.string(),
      may_administer: z.boolean().optional(),
      max_bit_rate: z.number().int().min(32).max(10_000).nullish(),
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
