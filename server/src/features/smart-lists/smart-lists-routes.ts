import { type Route, route } from '../../http/route.ts';
import type { SmartLists } from './smart-lists.ts';

/** The calls of smart lists. */
export const createSmartListsRoutes = ({ lists }: { lists: SmartLists }): Route[] => [
  route('listSmartLists', async ({ caller }) =>
    (await lists.list(caller.userId)).map(({ name, query, changedAtMs }) => ({
      name,
      query,
      changed_at_ms: changedAtMs,
    })),
  ),
  route('putSmartList', async ({ caller, parameter, body }) => {
    await lists.save(caller.userId, parameter, body.query);
  }),
  route('deleteSmartList', async ({ caller, parameter }) => {
    await lists.remove(caller.userId, parameter);
  }),
];
