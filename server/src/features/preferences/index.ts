export { createPreferences, type Preferences } from './preferences.ts';
export { createPreferencesRoutes } from './preferences-routes.ts';
