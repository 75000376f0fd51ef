import { useCallback, useMemo, useState } from 'react';
import { listTexts } from '../../texts/lists.ts';
import type { Section } from './section-list.tsx';

/** Rows of entries and of covers that a section shows until it is asked for all. */
const rowLimits = { rows: 5, cards: 2 } as const;

/** Which sections of a page are shown whole. */
export interface Expansion {
  readonly isExpanded: (key: string) => boolean;
  readonly toggle: (key: string) => void;
}

/** A section under a heading that shows a few rows, and a button that shows all of them, or few again. */
export function expandableSection(
  {
    text,
    ...section
  }: Pick<Section, 'key' | 'items'> & {
    readonly text: string;
    readonly kind: keyof typeof rowLimits;
  },
  { isExpanded, toggle }: Expansion,
): Section {
  const { key, kind, items } = section;
  const { showFewer, showAll } = listTexts;
  const expansion = {
    label: isExpanded(key) ? showFewer : showAll(items.length),
    onSelect: () => toggle(key),
  };
  return { ...section, rowLimit: rowLimits[kind], isExpanded: isExpanded(key), heading: { text, expansion } };
}

/** Sections that were asked for whole; kept in the entry of the history, for Back. `page` tells one page from the next. */
export function useExpansion(page: string): Expansion {
  const [state, setState] = useState(() => ({ page, keys: readKeys(page) }));
  const keys = state.page === page ? state.keys : none;
  const toggle = useCallback(
    (key: string) => {
      const changed = keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];
      window.history.replaceState(
        { ...(window.history.state as object | null), expandedSections: { page, keys: changed } },
        '',
      );
      setState({ page, keys: changed });
    },
    [page, keys],
  );
  return useMemo(() => ({ isExpanded: (key) => keys.includes(key), toggle }), [keys, toggle]);
}

const none: readonly string[] = [];

function readKeys(page: string): readonly string[] {
  const state = window.history.state as { expandedSections?: { page?: unknown; keys?: unknown } } | null;
  const kept = state?.expandedSections;
  return kept?.page === page && Array.isArray(kept.keys)
    ? kept.keys.filter((key) => typeof key === 'string')
    : none;
}
