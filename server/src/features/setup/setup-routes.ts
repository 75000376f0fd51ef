import { type Route, route } from '../../http/route.ts';
import { productName, productVersion } from '../../platform/product-version.ts';
import type { Setup } from './setup.ts';

/** `/version` and `/initial_setup`. */
export const createSetupRoutes = (deps: { setup: Setup }): Route[] => {
  const server = { name: productName, version: productVersion() };
  return [
    route('version', () => ({ major: 7 as const, minor: 0 as const, server })),
    route('versionV8', () => ({ major: 8 as const, minor: 1 as const, server })),
    route('initialSetup', () => ({ has_any_users: !deps.setup.isOpen() })),
  ];
};
