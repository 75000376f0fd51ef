import { useCallback, useState } from 'react';
import { choiceOf, choose } from '../../storage/choice-setting.ts';
import type { Arrangement } from './arrange.ts';

/** Longer lists are not read whole to be filtered or sorted. */
export const mostArranged = 20_000;

/** The tools above a list, and what they are set to. */
export interface ListTools {
  readonly isOpen: boolean;
  readonly arrangement: Arrangement;
  /** Whether the list is shown other than it is. */
  readonly isArranged: boolean;
  /** Whether a list of this length has to be read whole for that. */
  readonly wantsAll: (total: number) => boolean;
  /** Counts how often the filter was asked for by its key. */
  readonly filterCalls: number;
  /** Opens the tools and goes to the filter. */
  readonly callFilter: () => void;
  readonly toggle: () => void;
  readonly change: (arrangement: Arrangement) => void;
}

const asItIs: Arrangement = { filter: '', sort: null };

/**
 * Filter and order of a list, kept in the entry of the history, for Back.
 * @param list names the list; another name is another list, as it is
 */
export function useListTools(list: string): ListTools {
  const [kept, setKept] = useState(() => ({ list, arrangement: rememberedOf(list) }));
  const arrangement = kept.list === list ? kept.arrangement : asItIs;
  const isArranged = isOther(arrangement);
  const [isWanted, setIsWanted] = useState(
    () => choiceOf('listTools') === 'open' || isOther(rememberedOf(list)),
  );
  const [filterCalls, setFilterCalls] = useState(0);
  const isOpen = isWanted || isArranged;
  const change = (next: Arrangement) => {
    const tools = { list, arrangement: next };
    window.history.replaceState({ ...(window.history.state as object | null), tools }, '');
    setKept(tools);
  };
  const callFilter = useCallback(() => {
    setIsWanted(true);
    setFilterCalls((calls) => calls + 1);
  }, []);
  return {
    isOpen,
    arrangement,
    isArranged,
    wantsAll: (total) => isArranged && total <= mostArranged,
    filterCalls,
    callFilter,
    change,
    toggle: () => {
      choose('listTools', isOpen ? 'closed' : 'open');
      setIsWanted(!isOpen);
      if (isOpen) change(asItIs);
    },
  };
}

const isOther = ({ filter, sort }: Arrangement): boolean => filter.trim() !== '' || sort !== null;

/** What was written by `change`, and is nobody else's to write. */
function rememberedOf(list: string): Arrangement {
  const state = window.history.state as { tools?: { list?: unknown; arrangement?: Arrangement } } | null;
  return state?.tools?.list === list && state.tools.arrangement ? state.tools.arrangement : asItIs;
}
