import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nullableText, nullishText } from './values.ts';

/** Preferences of a user. Accent is `#rrggbb`. */
const preferences = z.object({
  lastfm_username: nullableText,
  web_theme_base: nullableText,
  web_theme_accent: nullableText,
});
export type Preferences = z.infer<typeof preferences>;

/** Preferences of the signed-in user. */
export const preferenceEndpoints = {
  getPreferences: endpoint({
    method: 'GET',
    path: '/preferences',
    access: 'user',
    summary: 'Preferences of the signed-in user.',
    answer: preferences,
  }),
  putPreferences: endpoint({
    method: 'PUT',
    path: '/preferences',
    access: 'user',
    summary: 'Replace the preferences; absent or null clears. The linked account is not changed here.',
    body: z.object({
      web_theme_base: nullishText,
      web_theme_accent: nullishText,
    }),
    bodyExample: { web_theme_base: 'dark' },
    answer: 'empty',
    errors: ['invalid_theme'],
  }),
} as const;
