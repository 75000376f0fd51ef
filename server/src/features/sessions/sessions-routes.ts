import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { ChangeOwnPassword } from './change-own-password.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

/** `/auth`, `/media_token`, `/sessions`, `/session` and `/password`. */
export const createSessionsRoutes = (deps: {
  sessions: Sessions;
  signIn: SignIn;
  changeOwnPassword: ChangeOwnPassword;
}): Route[] => [
  route('signIn', async ({ body, request }) => {
    const signedIn = await deps.signIn({
      username: body.username,
      password: body.password,
      address: request.ip,
      client: request.headers['user-agent'] ?? '',
    });
    return {
      username: signedIn.username,
      token: signedIn.token,
      is_admin: signedIn.isAdmin,
      media_token: signedIn.mediaToken,
    };
  }),
  route('signOut', async ({ caller }) => {
    await deps.sessions.revoke(caller, caller.sessionId);
  }),
  route('mediaToken', ({ caller }) => ({ token: deps.sessions.mediaToken(caller) })),
  route('listSessions', ({ caller }) => deps.sessions.list(caller)),
  route('revokeSession', async ({ caller, parameter }) => {
    const id = /^\d{1,15}$/.test(parameter) ? Number(parameter) : null;
    if (id === null || !(await deps.sessions.revoke(caller, id))) {
      throw new AppError('not_found', 'There is no such session.');
    }
  }),
  route('revokeOtherSessions', async ({ caller }) => {
    await deps.sessions.revokeOthers(caller);
  }),
  route('changeOwnPassword', async ({ body, caller, request }) => {
    await deps.changeOwnPassword({
      caller,
      currentPassword: body.current_password,
      newPassword: body.new_password,
      endsOtherSessions: body.end_other_sessions,
      keepsApps: body.keep_apps ?? false,
      address: request.ip,
    });
  }),
];
