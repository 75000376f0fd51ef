import type { SmartList as WireList } from '@tonearm/contract';
import { type Route, route } from '../../http/route.ts';
import type { SmartList } from './smart-list-store.ts';
import type { SmartLists } from './smart-lists.ts';

/** A smart list as the wire has it. */
export const smartListToWire = ({ name, query, changedAtMs }: Omit<SmartList, 'ownId'>): WireList => ({
  name,
  query,
  changed_at_ms: changedAtMs,
});

/** The calls of smart lists. */
export const createSmartListsRoutes = ({ lists }: { lists: SmartLists }): Route[] => [
  route('listSmartLists', async ({ caller }) => (await lists.list(caller.userId)).map(smartListToWire)),
  route('putSmartList', async ({ caller, parameter, body }) => {
    await lists.save(caller.userId, { name: parameter, query: body.query, before: body.renamed_from });
  }),
  route('deleteSmartList', async ({ caller, parameter }) => {
    await lists.remove(caller.userId, parameter);
  }),
];
