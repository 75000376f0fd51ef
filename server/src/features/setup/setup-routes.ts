import { type Route, route } from '../../http/route.ts';
import type { Setup } from './setup.ts';

/** `/version` and `/initial_setup`. */
export const createSetupRoutes = (deps: { setup: Setup }): Route[] => [
  route('version', () => ({ major: 7, minor: 0 }) as const),
  route('initialSetup', () => ({ has_any_users: !deps.setup.isOpen() })),
];
