import { type Route, route } from '../../http/route.ts';
import type { Preferences } from './preferences.ts';

/** `/preferences`. */
export const createPreferencesRoutes = (deps: { preferences: Preferences }): Route[] => [
  route('getPreferences', ({ caller }) => deps.preferences.get(caller.userId)),
  route('putPreferences', async ({ body, caller }) => {
    await deps.preferences.putTheme(caller.userId, {
      base: body.web_theme_base ?? null,
      accent: body.web_theme_accent ?? null,
    });
  }),
];
