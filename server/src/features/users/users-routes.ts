import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Users } from './users.ts';

/** `/users` and `/user`. */
export const createUsersRoutes = (deps: { users: Users }): Route[] => [
  route('listUsers', () => deps.users.list()),
  route('createUser', async ({ body, caller }) => {
    await deps.users.create(body, caller);
  }),
  route('updateUser', async ({ parameter, body, caller, version }) => {
    const change = { newPassword: body.new_password ?? null, newIsAdmin: body.new_is_admin ?? null };
    const isKnown = await deps.users.update(parameter, change, caller);
    if (!isKnown && version === 8) throw new AppError('user_not_found', 'There is no user of this name.');
  }),
  route('deleteUser', async ({ parameter, caller }) => {
    await deps.users.remove(parameter, caller);
  }),
];
