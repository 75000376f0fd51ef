import { type Route, route } from '../../http/route.ts';
import type { DdnsUpdater } from './updater.ts';

/** `/ddns_status`. */
export const createDdnsStatusRoutes = (deps: { updater: Pick<DdnsUpdater, 'status'> }): Route[] => [
  route('getDdnsStatus', () => deps.updater.status()),
];
