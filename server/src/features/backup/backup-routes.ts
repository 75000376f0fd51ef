import { type Route, route } from '../../http/route.ts';
import type { Backups } from './backup.ts';

/** `/backups`. */
export const createBackupRoutes = ({ backups }: { backups: Backups }): Route[] => [
  route('getBackups', () => backups.status()),
  route('makeBackup', () => backups.make()),
  route('putBackupSettings', async ({ body }) => {
    await backups.save(body);
  }),
  route('restoreBackup', async ({ parameter }) => {
    await backups.restore(parameter);
  }),
];
