import { createFakeClock } from '@tonearm/testkit';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../http/app.ts';
import type { Route } from '../../http/route.ts';
import { silentLog } from '../../platform/log.ts';

const anna = { userId: 1, username: 'anna', isAdmin: false, sessionId: 1, token: 'good' };

/** The HTTP application with some routes, where every call comes from a signed-in user. */
export const createTestApp = (routes: readonly Route[]): Promise<FastifyInstance> =>
  createApp({
    log: silentLog,
    clock: createFakeClock(),
    authority: {
      identify: async () => anna,
      isSetupOpen: () => false,
      whyEnded: async () => null,
      maySetUp: () => false,
    },
    basePath: '',
    trustedProxies: [],
    routes,
  });

/** Headers of a signed-in caller. */
export const signedIn = { authorization: 'Bearer good' };
