import { useQuery } from '@tanstack/react-query';
import type { Suggestion } from '@tonearm/contract';
import { type KeyboardEvent, useId, useState } from 'react';
import { suggestionsQuery } from '../../api/palette.ts';

/** What may stand where somebody types. */
export interface Suggestions {
  readonly id: string;
  readonly list: readonly Suggestion[];
  /** The one that Enter takes; -1 for none, so that Enter searches as ever. */
  readonly active: number;
  readonly optionId: (index: number) => string;
  /** The caret is somewhere else, or the text another. */
  readonly follow: (field: HTMLInputElement) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly take: (suggestion: Suggestion) => void;
  readonly close: () => void;
}

/** Shortest beginning of a word for which names of fields are offered. */
const shortestWord = 2;
/** A field with its sign before the caret, or a word that may become one. */
const mayBeHelped = new RegExp(`(?:[a-z]+(?::|\\s*[=%^]\\s*)"?[^"()]*|[a-z]{${shortestWord},})$`, 'i');

const none: readonly Suggestion[] = [];

/**
 * Suggestions for a search field. They are asked for while one types; arrows choose, Enter and Tab take what is chosen,
 * Escape closes.
 * @param deps.onTake told the text with the suggestion in it, and where the caret goes
 */
export function useSuggestions(deps: {
  readonly text: string;
  readonly onTake: (text: string, caret: number) => void;
}): Suggestions {
  const { text, onTake } = deps;
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const isWanted = caret !== null && mayBeHelped.test(text.slice(0, caret));
  const { data } = useQuery({ ...suggestionsQuery(text, caret ?? 0), enabled: isWanted });
  const list = isWanted && data ? data : none;
  const chosen = active < list.length ? active : -1;
  const close = () => {
    setCaret(null);
    setActive(-1);
  };
  const take = (suggestion: Suggestion) => {
    const isField = suggestion.kind === 'field';
    const put = `${suggestion.text}${isField ? '' : ' '}`;
    const before = text.slice(0, suggestion.from) + put;
    onTake(before + text.slice(suggestion.to).replace(/^ /, isField ? ' ' : ''), before.length);
    setActive(-1);
    setCaret(isField ? before.length : null);
  };
  return {
    id,
    list,
    active: chosen,
    optionId: (index) => `${id}-${index}`,
    follow: (field) => {
      setCaret(field.selectionStart);
      setActive(-1);
    },
    onKeyDown: (event) => {
      const suggestion = list[chosen];
      if (list.length === 0 || event.nativeEvent.isComposing) return;
      if (event.key === 'ArrowDown') setActive((chosen + 1) % list.length);
      else if (event.key === 'ArrowUp') setActive(chosen <= 0 ? list.length - 1 : chosen - 1);
      else if (event.key === 'Escape') close();
      else if ((event.key === 'Enter' || event.key === 'Tab') && suggestion !== undefined) take(suggestion);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    take,
    close,
  };
}
