export { createDdnsAccount, type DdnsAccount } from './ddns-account.ts';
export { createDdnsRoutes } from './ddns-routes.ts';
export { createDdnsStatusRoutes } from './ddns-status-routes.ts';
export { readAttempt, readLastCall, writeAttempt, writeLastCall } from './ddns-status-store.ts';
export { createDdnsUpdater } from './updater.ts';
