import { type Route, route } from '../../http/route.ts';
import type { Settings } from './settings.ts';
import { settingsChangeFromWire, settingsToWire } from './settings-wire.ts';

/** `/settings`. */
export const createSettingsRoutes = (deps: { settings: Settings }): Route[] => [
  route('getSettings', () => settingsToWire(deps.settings.current())),
  route('putSettings', async ({ body }) => {
    await deps.settings.save(settingsChangeFromWire(body));
  }),
];
