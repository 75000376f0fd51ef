import { useCallback, useEffect, useState } from 'react';
import { useFilterKey } from './use-filter-key.ts';

/** The list follows when typing pauses for this long. */
const pauseMs = 150;

/** What somebody typed to see fewer entries of a list. */
export interface ListFilter {
  /** As it is typed. */
  readonly text: string;
  /** What the list is asked for; '' for all of it. */
  readonly asked: string;
  readonly onText: (text: string) => void;
  /** Grows whenever the keyboard is called into the box. */
  readonly calls: number;
}

/**
 * The filter of a long list that the server filters, kept in the entry of the history, for Back. `F` goes to it.
 * @param list names the list; another name is another list, which begins with all entries
 * @param given what the address asks for
 */
export function useListFilter(list: string, given = ''): ListFilter {
  const [text, setText] = useState(() => rememberedOf(list) ?? given);
  const [asked, setAsked] = useState(text.trim());
  const [calls, setCalls] = useState(0);
  useFilterKey(useCallback(() => setCalls((before) => before + 1), []));
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const onText = (next: string) => {
    const filter = { list, text: next };
    window.history.replaceState({ ...(window.history.state as object | null), filter }, '');
    setText(next);
  };
  return { text, asked, onText, calls };
}

/** What was written by `onText`, and is nobody else's to write. */
function rememberedOf(list: string): string | null {
  const state = window.history.state as { filter?: { list?: unknown; text?: unknown } } | null;
  const { filter } = state ?? {};
  return filter?.list === list && typeof filter.text === 'string' ? filter.text : null;
}
