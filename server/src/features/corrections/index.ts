export { type Corrections, createCorrections } from './corrections.ts';
export { createCorrectionsRoutes } from './corrections-routes.ts';
export { becomeOf } from './merged-likes-store.ts';
