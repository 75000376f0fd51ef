import type { Socket } from 'node:net';
import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { createAppCheck } from './app-check.ts';

/** Where a connection came in, as a root with a base path. */
const rootOf = ({ localAddress, localPort }: Socket, basePath: string): string => {
  const address = (localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}${basePath}/`;
};

/** `/app_check`. */
export const createAppCheckRoutes = (deps: {
  check: ReturnType<typeof createAppCheck>;
  basePath: string;
}): Route[] => [
  route('checkApp', ({ caller, body, request }) => {
    if (caller === null) throw new AppError('unauthorized', 'Please make a user and sign in.');
    return deps.check({
      app: body.app,
      address: body.address ?? null,
      user: caller,
      ownRoot: rootOf(request.socket, deps.basePath),
    });
  }),
];
