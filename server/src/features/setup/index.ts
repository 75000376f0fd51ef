export { createSetup, type Setup, SetupError } from './setup.ts';
export { createSetupRoutes } from './setup-routes.ts';
