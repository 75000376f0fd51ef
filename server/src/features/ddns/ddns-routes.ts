import { type Route, route } from '../../http/route.ts';
import type { DdnsAccount } from './ddns-account.ts';

/** `/ddns`. */
export const createDdnsRoutes = (deps: { account: DdnsAccount }): Route[] => [
  route('getDdns', () => deps.account.get()),
  route('putDdns', async ({ body }) => {
    await deps.account.save(body);
  }),
];
