import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePlayer } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import { type LongPressProps, useLongPress } from '../../ui/use-long-press.ts';
import type { ItemMenuRequest } from '../item-actions/item-menu.tsx';
import { dragPayloadOf, type ListItem, type PlayTarget } from '../item-actions/play-target.ts';
import type { PlayVerbs } from '../item-actions/use-verbs.ts';
import { itemTitle } from './item-names.ts';
import { type Layout, rowOfItem } from './layout.ts';
import { itemAfterKey, type MoveKey } from './moves.ts';
import type { StretchHeading } from './stretch-heading.ts';
import type { ListSelection } from './use-list-selection.ts';
import { revealRow } from './use-view-memory.ts';
import { scrollParentOf, viewHeightOf } from './use-window.ts';

const moveKeys: ReadonlySet<string> = new Set<MoveKey>([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
]);

interface InputDeps {
  readonly list: RefObject<HTMLElement | null>;
  readonly layout: Layout;
  readonly selection: ListSelection;
  readonly verbs: PlayVerbs;
  readonly itemAt: (index: number) => ListItem | undefined;
  /** What the verbs work on at an item: itself, or all that is selected when it is among them. */
  readonly targetsOf: (index: number) => readonly PlayTarget[];
  readonly headings: Readonly<Record<string, StretchHeading>> | undefined;
  /** The item that gets the keyboard when Back comes here; -1 for none. */
  readonly initialItem: number;
  readonly openMenu: (request: ItemMenuRequest) => void;
}

/** What a list does with pointer and keyboard. */
export interface ListInput {
  /** The item that Tab comes to. */
  readonly activeItem: number;
  /** The item that had the keyboard last; -1 when none had. */
  readonly lastFocused: number;
  readonly handlers: LongPressProps & {
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onDragStart: (event: DragEvent<HTMLElement>) => void;
    readonly onDragEnd: () => void;
  };
}

/** Clicks, keys, menus and the roving focus of a list, all handled on the list itself. */
export function useListInput(deps: InputDeps): ListInput {
  const { list, layout, selection, verbs, itemAt, targetsOf } = deps;
  const focus = useRovingFocus(deps);
  const { subjectOf, openMenuAt, onContextMenu } = useMenuOpening(deps);
  const longPress = useLongPress(({ x, y, target }) => void openMenuAt({ x, y }, target));
  const drag = useListDrag(subjectOf);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    if (longPress.wasLongPress()) return event.preventDefault();
    if (isMore(target)) return void openMenuAt(below(target), target);
    const index = itemOf(target);
    if (index === null) return;
    focus.moveTo(index);
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      event.preventDefault();
      selection.select(index, { isRange: event.shiftKey, isToggle: event.ctrlKey || event.metaKey });
      return;
    }
    selection.clear();
    const item = itemAt(index);
    // The second click of a double click has nothing more to queue.
    if (item?.variant === 'Song' && event.detail < 2) verbs.queueSong(item.fields);
  };

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const index = itemOf(event.target);
    const item = index === null || isMore(event.target as Element) ? undefined : itemAt(index);
    if (item?.variant !== 'Song' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    verbs.playQueuedSong(item.fields);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = itemOf(event.target);
    if (index === null || event.defaultPrevented) return;
    if (!handleKey(event, index)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const handleKey = (event: KeyboardEvent<HTMLElement>, index: number): boolean => {
    const hasCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      openMenuAt(below(event.target as Element), event.target as Element);
      return true;
    }
    if (moveKeys.has(event.key) && !hasCommand && !event.altKey) {
      const next = itemAfterKey(layout, index, event.key as MoveKey, moveContext(list.current));
      if (event.shiftKey) extendSelection(selection, index, next);
      focus.goTo(next);
      return true;
    }
    const item = itemAt(index);
    if (item?.variant === 'Song' && !hasCommand && (event.key === 'Enter' || event.key === ' ')) {
      if (event.key === 'Enter') verbs.perform('playNow', targetsOf(index));
      else verbs.queueSong(item.fields);
      return true;
    }
    if (hasCommand && event.key.toLowerCase() === 'a') selection.selectAll();
    else if (hasCommand && event.key === ' ') selection.select(index, { isRange: false, isToggle: true });
    else if (event.key === 'Escape' && selection.count > 0) selection.clear();
    else return false;
    return true;
  };

  return {
    activeItem: focus.activeItem,
    lastFocused: focus.lastFocused,
    handlers: {
      ...longPress.props,
      ...drag,
      onClick,
      onDoubleClick,
      onContextMenu,
      onKeyDown,
      onFocus: (event) => {
        const index = itemOf(event.target);
        if (index !== null) focus.moveTo(index);
      },
    },
  };
}

/** One item of the list is the one that Tab comes to; keys move it, and the list follows. */
function useRovingFocus({ list, layout, initialItem, itemAt }: InputDeps) {
  const [focused, setFocused] = useState(initialItem);
  const pending = useRef(initialItem >= 0 ? { item: initialItem, isRevealed: true } : null);
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
    const isElsewhere = !isIdle(document.activeElement) && !list.current.contains(document.activeElement);
    // Coming back takes the focus only from the page itself, never from a field in use.
    if (!isElsewhere) element.focus({ preventScroll: true });
  });
  return {
    activeItem: Math.min(Math.max(focused, 0), Math.max(layout.itemCount - 1, 0)),
    lastFocused: focused,
    moveTo: (item: number) => {
      if (pending.current && pending.current.item !== item) pending.current = null;
      setFocused(item);
    },
    goTo: (item: number) => {
      pending.current = { item, isRevealed: false };
      setFocused(item);
    },
  };
}

/** What a menu or a drag is about: all that is selected, an item, or all below a heading. */
type Subject = Pick<ItemMenuRequest, 'label' | 'targets'>;

/** Opens the menu of an item or a heading. */
function useMenuOpening({ itemAt, targetsOf, selection, headings, openMenu }: InputDeps) {
  const subjectOf = (target: Element): Subject | null => {
    const index = itemOf(target);
    if (index !== null) {
      const item = itemAt(index);
      const chosen = selection.isSelected(index) ? selection.count : 1;
      const label = chosen > 1 ? texts.collection.selectedCount(chosen) : item && itemTitle(item);
      return label ? { label, targets: targetsOf(index) } : null;
    }
    const key = target.closest<HTMLElement>('[data-heading]')?.dataset['heading'];
    const heading = key === undefined ? undefined : headings?.[key];
    return heading?.targets ? { label: heading.text, targets: heading.targets } : null;
  };
  const openMenuAt = (at: { x: number; y: number }, target: Element): boolean => {
    const subject = subjectOf(target);
    if (subject) openMenu({ at, ...subject });
    return subject !== null;
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const isOpened = openMenuAt({ x: event.clientX, y: event.clientY }, event.target as Element);
    if (isOpened) event.preventDefault();
  };
  return { subjectOf, openMenuAt, onContextMenu };
}

/** Lets everything with a menu be dragged into the queue. */
function useListDrag(subjectOf: (target: Element) => Subject | null) {
  const { drag } = usePlayer();
  const onDragStart = (event: DragEvent<HTMLElement>) => {
    const subject = subjectOf(event.target as Element);
    const begin = () => subject && { payload: dragPayloadOf(subject.targets), label: subject.label };
    drag.source(begin).onDragStart(event);
  };
  return { onDragStart, onDragEnd: drag.source(() => null).onDragEnd };
}

function extendSelection(selection: ListSelection, from: number, to: number): void {
  if (selection.count === 0) selection.select(from, { isRange: false, isToggle: false });
  selection.select(to, { isRange: true, isToggle: false });
}

const itemOf = (target: EventTarget): number | null => {
  const text = (target as Element).closest<HTMLElement>('[data-item]')?.dataset['item'];
  return text === undefined ? null : Number(text);
};

const isMore = (target: Element): boolean => target.closest('[data-more]') !== null;

const pressOf = (list: HTMLElement, item: number): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-item="${item}"] [data-press]`);

const isIdle = (element: Element | null): boolean => element === null || element.matches('body, main');

const below = (element: Element): { x: number; y: number } => {
  const { left, bottom } = (element.closest('[data-more], [data-press]') ?? element).getBoundingClientRect();
  return { x: left + 8, y: bottom };
};

const moveContext = (list: HTMLElement | null) => ({
  pageHeight: list ? viewHeightOf(scrollParentOf(list)) * 0.9 : 0,
  isRightToLeft: list !== null && getComputedStyle(list).direction === 'rtl',
});
