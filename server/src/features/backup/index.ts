export { createBackups } from './backup.ts';
export { createBackupRoutes } from './backup-routes.ts';
