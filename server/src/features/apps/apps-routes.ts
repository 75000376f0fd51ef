import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Apps } from './apps.ts';

/** `/apps`. */
export const createAppsRoutes = ({ apps }: { apps: Apps }): Route[] => [
  route('listApps', ({ caller }) => apps.list(caller.userId)),
  route('addApp', ({ caller, body }) =>
    apps.add(caller, {
      name: body.name,
      mayAdminister: body.may_administer ?? false,
      maxBitRate: body.max_bit_rate ?? null,
    }),
  ),
  route('removeApp', async ({ caller, parameter }) => {
    const id = /^\d{1,15}$/.test(parameter) ? Number(parameter) : null;
    if (id === null) throw new AppError('not_found', 'There is no such app.');
    await apps.remove(caller.userId, id);
  }),
];
