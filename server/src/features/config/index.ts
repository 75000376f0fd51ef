export { createConfigRoutes } from './config-routes.ts';
