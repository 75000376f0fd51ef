import type { MouseEvent, PointerEvent, RefObject } from 'react';
import { songTitle } from '../../../lib/format-song.ts';
import { texts } from '../../../texts/index.ts';
import { useLongPress } from '../../../ui/behaviour/use-long-press.ts';
import type { EntryKey, QueueEntry } from '../../core/queue.ts';
import { usePlayer, usePlayerActions } from '../player-context.tsx';
import { rowIdOf } from './queue-row.tsx';
import { useGripDrag } from './use-grip-drag.ts';
import type { useQueueDrop } from './use-queue-drop.ts';
import type { QueueSelection } from './use-queue-selection.ts';

interface QueuePointerDeps {
  readonly scroller: RefObject<HTMLDivElement>;
  readonly drop: Pick<ReturnType<typeof useQueueDrop>, 'pointTo' | 'moveTo'>;
  readonly selection: QueueSelection;
  readonly openMenu: (at: { x: number; y: number }) => void;
}

/** Click, right click, long press and drag, for all rows at once. */
export const useQueuePointer = ({ selection, openMenu, scroller, drop }: QueuePointerDeps) => {
  const { drag, store } = usePlayer();
  const entryAt = (index: number): QueueEntry | undefined => store.getState().queue.entries[index];
  const menu = menuOf({ selection, openMenu, entryAt });
  const longPress = useLongPress(({ x, y, target }) => menu.openFor(indexOfElement(target), { x, y }));
  const chosenAt = (index: number): ReadonlySet<EntryKey> | null => {
    const entry = entryAt(index);
    if (entry === undefined) return null;
    return selection.selected.has(entry.key) ? selection.selected : new Set([entry.key]);
  };
  const grip = useGripDrag({
    scroller,
    keysAt: (target) => (isOn(target, '[data-grip]') ? chosenAt(indexOfElement(target)) : null),
    pointTo: drop.pointTo,
    drop: drop.moveTo,
  });
  const press = usePresses({ selection, scroller, entryAt, wasLongPress: longPress.wasLongPress });
  const { onDragStart, onDragEnd } = drag.source((dragged) => {
    const index = indexOfElement(dragged);
    const entry = entryAt(index);
    const keys = chosenAt(index);
    if (entry === undefined || keys === null) return null;
    const label = keys.size > 1 ? texts.player.songCount(keys.size) : songTitle(entry.song);
    return { payload: { kind: 'entries', keys }, label };
  });
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (grip.onPointerDown(event)) return;
      longPress.props.onPointerDown(event);
      press.foresee(event);
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      longPress.props.onPointerMove(event);
      grip.onPointerMove(event);
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      longPress.props.onPointerUp();
      grip.onPointerUp(event);
    },
    onPointerCancel(): void {
      longPress.props.onPointerCancel();
      grip.onPointerCancel();
    },
    onClick: press.onClick,
    onContextMenu: menu.onContextMenu,
    onDragStart,
    onDragEnd,
  };
};

type EntryAt = (index: number) => QueueEntry | undefined;

/** The menu of a row, by pointer and by the keyboard's menu key. */
const menuOf = ({
  selection,
  openMenu,
  entryAt,
}: Pick<QueuePointerDeps, 'selection' | 'openMenu'> & { readonly entryAt: EntryAt }) => {
  const openFor = (index: number, at: { x: number; y: number }): void => {
    const entry = entryAt(index);
    if (entry === undefined) return;
    if (!selection.selected.has(entry.key)) selection.select(index, { isRange: false, isToggle: false });
    openMenu(at);
  };
  return {
    openFor,
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      event.preventDefault();
      const index = indexOfElement(event.target);
      if (index >= 0) {
        openFor(index, { x: event.clientX, y: event.clientY });
        return;
      }
      // From the keyboard the event comes from the grid: the menu opens at the active row.
      const row = selection.focusKey === null ? null : document.getElementById(rowIdOf(selection.focusKey));
      const box = row?.getBoundingClientRect();
      if (box !== undefined) openFor(selection.focusIndex(), { x: box.left + 24, y: box.bottom });
    },
  };
};

/** What pressing a row does: it is chosen and played, or removed by its button. */
const usePresses = ({
  selection,
  scroller,
  entryAt,
  wasLongPress,
}: Pick<QueuePointerDeps, 'selection' | 'scroller'> & {
  readonly entryAt: EntryAt;
  readonly wasLongPress: () => boolean;
}) => {
  const actions = usePlayerActions();
  return {
    /** What is pressed on is likely to be chosen. */
    foresee(event: PointerEvent<HTMLElement>): void {
      const entry = entryAt(indexOfElement(event.target));
      // A finger that comes down mostly scrolls, and nothing must be loaded for that.
      const isChoosing = event.pointerType === 'mouse' && event.button === 0 && !hasModifier(event);
      if (entry !== undefined && isChoosing && !isOn(event.target, '[data-remove]'))
        actions.foreseeEntry(entry.key);
    },
    onClick(event: MouseEvent<HTMLElement>): void {
      const index = indexOfElement(event.target);
      const entry = entryAt(index);
      if (entry === undefined || wasLongPress() || isOn(event.target, '[data-grip]')) return;
      if (isOn(event.target, '[data-remove]')) {
        // The row goes with the button that was pressed.
        scroller.current?.focus({ preventScroll: true });
        actions.remove(new Set([entry.key]));
        return;
      }
      const how = { isRange: event.shiftKey, isToggle: event.ctrlKey || event.metaKey };
      selection.select(index, how);
      // The second click of a double click must not start the track again.
      if (!how.isRange && !how.isToggle && event.detail <= 1) actions.playEntry(entry.key);
    },
  };
};

const hasModifier = (event: MouseEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey;

const isOn = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const indexOfElement = (target: EventTarget): number => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(row?.dataset['index'] ?? -1);
};
