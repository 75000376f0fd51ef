import { randomBytes } from 'node:crypto';
import { smartListId } from '../../library/model/public-id.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import { compareKeys, naturalKey } from '../../platform/text/natural-key.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { readSmartLists, removeSmartList, type SmartList, writeSmartList } from './smart-list-store.ts';

/** Queries that people keep under names; what they find is looked for when they are opened. */
export interface SmartLists {
  /** By name. */
  list(userId: number): Promise<readonly SmartList[]>;
  /**
   * @param list.before what it was called so far, which goes: it keeps its id
   * @throws AppError invalid_smart_list, and what is thrown of a text that is no query
   */
  save(
    userId: number,
    list: { readonly name: string; readonly query: string; readonly before?: string | undefined },
  ): Promise<void>;
  /** @throws AppError smart_list_not_found */
  remove(userId: number, name: string): Promise<void>;
}

const mostNameBytes = 500;
/** So many that nobody meets it who keeps them by hand. */
const mostLists = 1000;

const idLength = 16;

/**
 * The id that a list is to have which is kept under a name, as far as that name does not give it.
 * @param deps.others all lists but those that go for it
 */
const ownIdOf = (
  { name, before, same }: { name: string; before: SmartList | undefined; same: SmartList | undefined },
  { others, naturalId }: { others: readonly SmartList[]; naturalId: (name: string) => string },
): string | null => {
  const id = before === undefined ? same?.ownId : (before.ownId ?? naturalId(before.name));
  if (id != null) return id === naturalId(name) ? null : id;
  const isTaken = others.some(({ ownId }) => ownId === naturalId(name));
  return isTaken ? randomBytes(idLength).toString('hex') : null;
};

/** @param deps.check throws where a text is no query */
export const createSmartLists = (deps: {
  state: Pick<StateAccess, 'query'>;
  installation: () => Promise<string>;
  clock: Pick<Clock, 'nowMs'>;
  check: (query: string) => void;
}): SmartLists => {
  const { query } = deps.state;
  const list = async (userId: number): Promise<readonly SmartList[]> =>
    (await readSmartLists(query, userId)).toSorted((a, b) =>
      compareKeys(naturalKey(a.name), naturalKey(b.name)),
    );
  return {
    list,
    save: async (userId, { name: typed, query: text, before }) => {
      const name = typed.trim();
      if (name === '') throw new AppError('invalid_smart_list', 'Please give the smart list a name.');
      assertNotLonger({ text: name, what: 'The name', mostBytes: mostNameBytes, code: 'invalid_smart_list' });
      if (text.trim() === '') throw new AppError('invalid_smart_list', 'Please type what it looks for.');
      deps.check(text);
      const installation = await deps.installation();
      const naturalId = (ofName: string): string => smartListId(installation, userId, ofName).toString('hex');
      await query.transaction().execute(async (transaction) => {
        const known = await readSmartLists(transaction, userId);
        const same = known.find((one) => one.name === name);
        const renamed = before === name ? undefined : known.find((one) => one.name === before);
        if (known.length >= mostLists && same === undefined && renamed === undefined)
          throw new AppError('invalid_smart_list', `There are ${mostLists} smart lists already.`);
        const others = known.filter((one) => one !== same && one !== renamed);
        const ownId = ownIdOf({ name, before: renamed, same }, { others, naturalId });
        if (renamed !== undefined) await removeSmartList(transaction, userId, renamed.name);
        const changedAtMs = deps.clock.nowMs();
        await writeSmartList(transaction, userId, { name, query: text.trim(), changedAtMs, ownId });
      });
    },
    remove: async (userId, name) => {
      if (!(await removeSmartList(query, userId, name)))
        throw new AppError('smart_list_not_found', 'There is no smart list of this name.');
    },
  };
};
