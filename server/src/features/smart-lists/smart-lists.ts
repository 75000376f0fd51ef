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
  /** @throws AppError invalid_smart_list, and what is thrown of a text that is no query */
  save(userId: number, name: string, query: string): Promise<void>;
  /** @throws AppError smart_list_not_found */
  remove(userId: number, name: string): Promise<void>;
}

const mostNameBytes = 500;
/** So many that nobody meets it who keeps them by hand. */
const mostLists = 1000;

/** @param deps.check throws where a text is no query */
export const createSmartLists = (deps: {
  state: Pick<StateAccess, 'query'>;
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
    save: async (userId, typed, text) => {
      const name = typed.trim();
      if (name === '') throw new AppError('invalid_smart_list', 'Please give the smart list a name.');
      assertNotLonger({ text: name, what: 'The name', mostBytes: mostNameBytes, code: 'invalid_smart_list' });
      if (text.trim() === '') throw new AppError('invalid_smart_list', 'Please type what it looks for.');
      deps.check(text);
      const known = await list(userId);
      if (known.length >= mostLists && !known.some((one) => one.name === name))
        throw new AppError('invalid_smart_list', `There are ${mostLists} smart lists already.`);
      await writeSmartList(query, userId, { name, query: text.trim(), changedAtMs: deps.clock.nowMs() });
    },
    remove: async (userId, name) => {
      if (!(await removeSmartList(query, userId, name)))
        throw new AppError('smart_list_not_found', 'There is no smart list of this name.');
    },
  };
};
