export { createSources, type Sources } from './sources.ts';
export { createSourcesRoutes } from './sources-routes.ts';
