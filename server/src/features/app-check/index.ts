import type { Route } from '../../http/route.ts';
import { type AppCheckDeps, createAppCheck } from './app-check.ts';
import { createAppCheckRoutes } from './app-check-routes.ts';

/** Finding out what would keep an app from working. */
export const createAppCheckFeature = (deps: AppCheckDeps): readonly Route[] =>
  createAppCheckRoutes({ check: createAppCheck(deps), basePath: deps.basePath });
