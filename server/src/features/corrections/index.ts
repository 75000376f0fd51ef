export { type Corrections, createCorrections } from './corrections.ts';
export { createCorrectionsRoutes } from './corrections-routes.ts';
