export { createPreferences } from './preferences.ts';
export { createPreferencesRoutes } from './preferences-routes.ts';
