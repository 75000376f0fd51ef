import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react';
import { choiceOf } from '../../storage/choice-setting.ts';
import { type LongPressProps, useLongPress } from '../../ui/behaviour/use-long-press.ts';
import type { useTypeAhead } from '../arrange/use-type-ahead.ts';
import { type ListItem, targetOf } from '../item-actions/play-target.ts';
import type { PlayVerbs } from '../item-actions/use-verbs.ts';
import type { PlayableList } from '../item-actions/verbs.ts';
import { type Layout, rowOfItem } from './layout.ts';
import { itemAfterKey, type MoveKey } from './moves.ts';
import type { useListEditing } from './use-list-editing.ts';
import type { ListSelection } from './use-list-selection.ts';
import { headingKeyOf, isByTouch, itemIndexOf, type ListSubjects } from './use-list-subject.ts';
import type { RovingFocus } from './use-roving-focus.ts';
import { useRowSwipe } from './use-row-swipe.ts';
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
  readonly list: RefObject<HTMLElement>;
  readonly layout: Layout;
  readonly selection: ListSelection;
  readonly focus: RovingFocus;
  readonly subjects: ListSubjects;
  readonly verbs: PlayVerbs;
  readonly itemAt: (index: number) => ListItem | undefined;
  readonly plays: PlayableList | undefined;
  /** A key that may be typed to jump. @returns whether it was taken */
  readonly onType: ReturnType<typeof useTypeAhead>['onKey'];
  readonly edits: Pick<ReturnType<typeof useListEditing>, 'onKey' | 'noteDrag' | 'endDrag'>;
}

type ListHandlers = {
  [Name in keyof LongPressProps]: (event: PointerEvent<HTMLElement>) => void;
} & ListSubjects['handlers'] & {
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  };

/** What a list does with pointer and keyboard, all handled on the list itself. */
export function useListInput(deps: InputDeps): ListHandlers {
  const { focus, selection, subjects, verbs, itemAt, edits } = deps;
  const longPress = useLongPress(({ x, y, target }) => void subjects.openMenuAt({ x, y }, target, true));
  const swipe = useRowSwipe((index, verb) => verbs.perform(verb, subjects.targetsOf(index)));
  return {
    onPointerDown(event) {
      longPress.props.onPointerDown(event);
      swipe.onPointerDown(event);
    },
    onPointerMove(event) {
      longPress.props.onPointerMove(event);
      swipe.onPointerMove(event);
    },
    onPointerUp(event) {
      longPress.props.onPointerUp();
      swipe.onPointerUp(event);
    },
    onPointerCancel() {
      longPress.props.onPointerCancel();
      swipe.onPointerCancel();
    },
    ...subjects.handlers,
    onDragStart(event) {
      edits.noteDrag(event.target as Element);
      subjects.handlers.onDragStart(event);
    },
    onDragEnd() {
      edits.endDrag();
      subjects.handlers.onDragEnd();
    },
    onClick(event) {
      if (longPress.wasLongPress()) event.preventDefault();
      else click(deps, event);
    },
    onDoubleClick(event) {
      const index = itemIndexOf(event.target as Element);
      const item = index === null || isOwnButton(event.target as Element) ? undefined : itemAt(index);
      if (selection.isChoosing || hasModifier(event)) return;
      if (item?.variant === 'Song') verbs.playQueuedSong(item.fields);
    },
    onKeyDown(event) {
      const index = itemIndexOf(event.target as Element);
      if (index === null || event.defaultPrevented) return;
      const isHandled =
        openMenuByKey(deps, event) ||
        (isItself(event.target as Element) && deps.onType(event, index)) ||
        edits.onKey(event, index) ||
        moveByKey(deps, event, index) ||
        actByKey(deps, event, index);
      if (!isHandled) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus(event) {
      const index = itemIndexOf(event.target);
      if (index === null) focus.moveToHeading(headingKeyOf(event.target) ?? null);
      else focus.moveTo(index);
    },
  };
}

/** Queues a song, chooses with Ctrl and Shift, and does what the buttons of a row say; links lead by themselves. */
function click(deps: InputDeps, event: MouseEvent<HTMLElement>): void {
  const { focus, selection, subjects, verbs, itemAt } = deps;
  const target = event.target as Element;
  if (isMore(target)) {
    subjects.openMenuAt(below(target), target, isByTouch(event));
    return;
  }
  const index = itemIndexOf(target);
  if (index === null || target.closest('[data-link]')) return;
  focus.moveTo(index);
  if (target.closest('[data-play]')) {
    playFrom(deps, index);
    return;
  }
  if (hasModifier(event) || selection.isChoosing) {
    event.preventDefault();
    const isToggle = event.ctrlKey || event.metaKey || !event.shiftKey;
    selection.select(index, { isRange: event.shiftKey, isToggle });
    return;
  }
  selection.clear();
  const item = itemAt(index);
  // The second click of a double click has nothing more to queue.
  if (item?.variant !== 'Song' || event.detail >= 2) return;
  if (isByTouch(event) && choiceOf('tapChoice') === 'play') playFrom(deps, index);
  else verbs.queueSong(item.fields);
}

/** Plays what holds songs, and from a song on the whole list it stands in. */
function playFrom({ itemAt, plays, verbs }: InputDeps, index: number): void {
  const item = itemAt(index);
  if (!item) return;
  if (item.variant === 'Song') {
    const list = plays ?? { name: '', targets: [targetOf(item)] };
    verbs.play(list, { start: { index, path: item.fields.path } });
  } else {
    const name = item.variant === 'Playlist' ? item.fields.name : '';
    verbs.play({ name, targets: [targetOf(item)] });
  }
}

function openMenuByKey({ subjects }: InputDeps, event: KeyboardEvent<HTMLElement>): boolean {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return false;
  return subjects.openMenuAt(below(event.target as Element), event.target as Element);
}

/**
 * Arrows and their kind move the focus; with Shift they choose what they pass. Left and Right have nowhere to
 * go from a row, and are left to the player, which seeks.
 */
function moveByKey(deps: InputDeps, event: KeyboardEvent<HTMLElement>, index: number): boolean {
  if (!moveKeys.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { layout, selection, focus, list } = deps;
  const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  if (isSideways && !event.shiftKey && rowOfItem(layout, index)?.kind !== 'cards') return false;
  const next = itemAfterKey(layout, index, event.key as MoveKey, moveContext(list.current));
  if (event.shiftKey) {
    if (selection.count === 0) selection.select(index, { isRange: false, isToggle: false });
    selection.select(next, { isRange: true, isToggle: false });
  }
  focus.goTo(next);
  return true;
}

/** Enter plays, Space queues, Ctrl+A and Ctrl+Space choose, Escape lets go. */
function actByKey(deps: InputDeps, event: KeyboardEvent<HTMLElement>, index: number): boolean {
  const { selection, subjects, verbs } = deps;
  const hasCommand = event.ctrlKey || event.metaKey;
  if (hasCommand && event.key.toLowerCase() === 'a') selection.selectAll();
  else if (hasCommand && event.key === ' ') selection.select(index, { isRange: false, isToggle: true });
  else if (event.key === 'Escape' && selection.count > 0) selection.clear();
  else {
    const item = deps.itemAt(index);
    if (item?.variant !== 'Song' || hasCommand) return false;
    if (event.key === 'Enter') verbs.perform('playNow', subjects.targetsOf(index));
    else if (event.key === ' ') verbs.queueSong(item.fields);
    else return false;
  }
  return true;
}

/** The entry, and none of the buttons beside it. */
const isItself = (target: Element): boolean => target.closest('[data-press]') !== null;

const hasModifier = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey || event.shiftKey;

const isMore = (target: Element): boolean => target.closest('[data-more]') !== null;

const isOwnButton = (target: Element): boolean =>
  target.closest('[data-more], [data-play], [data-link]') !== null;

const below = (element: Element): { x: number; y: number } => {
  const { left, bottom } = (element.closest('[data-more], [data-press]') ?? element).getBoundingClientRect();
  return { x: left + 8, y: bottom };
};

const moveContext = (list: HTMLElement | null) => ({
  pageHeight: list ? viewHeightOf(scrollParentOf(list)) * 0.9 : 0,
  isRightToLeft: list !== null && getComputedStyle(list).direction === 'rtl',
});
