export { createSettings, type Settings } from './settings.ts';
export { createSettingsRoutes } from './settings-routes.ts';
export { readSetting, writeSettings } from './settings-store.ts';
