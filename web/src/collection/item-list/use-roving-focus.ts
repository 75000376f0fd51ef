import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { ListItem } from '../item-actions/play-target.ts';
import { type Layout, rowOfItem } from './layout.ts';
import { revealRow } from './use-view-memory.ts';

interface RovingDeps {
  /** Name of the list; under another name it begins anew. */
  readonly label: string;
  readonly list: RefObject<HTMLElement>;
  readonly layout: Layout;
  readonly itemAt: (index: number) => ListItem | undefined;
  /** The item that gets the keyboard when Back comes here; -1 for none. */
  readonly initialItem: number;
}

/** Which item of a list has the keyboard. */
export interface RovingFocus {
  /** The item that Tab comes to. */
  readonly activeItem: number;
  /** The heading that has the keyboard, by its key; null when none has. */
  readonly activeHeading: string | null;
  /** The item that had the keyboard last; -1 when none had. */
  readonly lastFocused: number;
  /** Notes where the focus went by itself. */
  readonly moveTo: (item: number) => void;
  /** Notes that the focus went to a heading, or to what is neither heading nor item. */
  readonly moveToHeading: (key: string | null) => void;
  /** Brings the focus to an item, and the item into view; it may still have to be drawn or loaded. */
  readonly goTo: (item: number) => void;
  /** Takes the focus back from what was beside the list and goes; nothing scrolls. */
  readonly takeBack: () => void;
}

/** One item of a list is the one that Tab comes to; keys move it, and the list follows. */
export function useRovingFocus({ label, list, layout, itemAt, initialItem }: RovingDeps): RovingFocus {
  const [focused, setFocused] = useState({ label, item: initialItem });
  const [heading, setHeading] = useState<string | null>(null);
  const pending = useRef(initialItem >= 0 ? { item: initialItem, isRevealed: true } : null);
  const item = focused.label === label ? focused.item : -1;
  useLayoutEffect(() => {
    const wanted = pending.current;
    const row = wanted ? rowOfItem(layout, wanted.item) : undefined;
    if (!wanted || !row || !list.current) return;
    if (!wanted.isRevealed) revealRow(list.current, row);
    wanted.isRevealed = true;
    const element = pressOf(list.current, wanted.item);
    if (!element) return;
    // An item on its way has a stand-in that holds the focus until the item takes it over.
    if (itemAt(wanted.item)) pending.current = null;
    // Coming back takes the focus only from the page itself, never from a field in use.
    if (isIdle(document.activeElement) || list.current.contains(document.activeElement)) {
      element.focus({ preventScroll: true });
    }
  });
  const activeItem = Math.min(Math.max(item, 0), Math.max(layout.itemCount - 1, 0));
  return {
    activeItem,
    activeHeading: heading,
    lastFocused: item,
    moveTo: (moved) => {
      if (pending.current && pending.current.item !== moved) pending.current = null;
      setFocused({ label, item: moved });
      setHeading(null);
    },
    moveToHeading: setHeading,
    goTo: (wanted) => {
      pending.current = { item: wanted, isRevealed: false };
      setFocused({ label, item: wanted });
    },
    takeBack: () => pressOf(list.current, activeItem)?.focus({ preventScroll: true }),
  };
}

const pressOf = (list: HTMLElement | null, item: number): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`[data-item="${item}"] [data-press]`);

const isIdle = (element: Element | null): boolean => element === null || element.matches('body, main');
