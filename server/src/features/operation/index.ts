export { createOperation } from './operation.ts';
export { createMetricsPage, createOperationRoutes } from './operation-routes.ts';
