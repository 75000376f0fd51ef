import { type Route, route } from '../../http/route.ts';
import { ignoredFields } from './other-versions.ts';
import type { Settings, UpdateAddress } from './settings.ts';

/** `/settings`. */
export const createSettingsRoutes = (deps: {
  settings: Settings;
  ddns: Pick<UpdateAddress, 'updateUrl'>;
}): Route[] => [
  route('getSettings', () => ({ ...deps.settings.current(), ddns_update_url: deps.ddns.updateUrl() })),
  route('putSettings', async ({ body, reply }) => {
    await deps.settings.save(body);
    const ignored = ignoredFields(body);
    if (ignored.length > 0) reply.header('X-Ignored-Fields', ignored.join(', '));
  }),
];
