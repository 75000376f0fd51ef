// biome-ignore-all lint/a11y/useSemanticElements: rows placed by hand, of which a few are in the page, are no table
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { songTitle } from '../../../lib/format-song.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { texts } from '../../../texts/index.ts';
import { useLongPress } from '../../../ui/behaviour/use-long-press.ts';
import { isRowVisible, useRowWindow } from '../../../ui/behaviour/virtual-list.ts';
import { overlay } from '../../../ui/layers/overlay.tsx';
import { type EntryKey, indexOfKey } from '../../core/queue.ts';
import { usePlayer, usePlayerActions, usePlayerState } from '../player-context.tsx';
import styles from './queue-list.module.css';
import { QueueRow, rowHeightPx, rowIdOf } from './queue-row.tsx';
import { useGripDrag } from './use-grip-drag.ts';
import type { useQueueDrop } from './use-queue-drop.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { type QueueSelection, useQueueSelection } from './use-queue-selection.ts';

const QueueMenu = overlay(
  async () => (await import('./queue-menu.tsx')).QueueMenu,
  ({ onClose }) => onClose(),
);

/** Rows above the current track after the list has gone to it. */
const rowsAboveCurrent = 10;

interface QueueListProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly drop: Pick<ReturnType<typeof useQueueDrop>, 'gapIndex' | 'pointTo' | 'moveTo'>;
}

/** The entries of the queue: of any number, only those in sight are in the page. */
export function QueueList({ scroller, drop }: QueueListProps) {
  const queue = usePlayerState((state) => state.queue);
  const selection = useQueueSelection(queue);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const keys = useQueueKeys({ selection, scroller });
  const pointer = useQueuePointer({ selection, openMenu: setMenuAt, scroller, drop });
  useSnapToCurrent(scroller);
  const rows = useVisibleRows(scroller, selection);
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={texts.player.queueRegion}
        aria-multiselectable="true"
        aria-rowcount={queue.entries.length}
        aria-activedescendant={rows.activeId}
        className={styles['scroller']}
        onKeyDown={keys.onKeyDown}
        {...pointer}
      >
        <div
          role="rowgroup"
          className={styles['rows']}
          style={{ height: queue.entries.length * rowHeightPx }}
        >
          {rows.elements}
        </div>
        {drop.gapIndex !== null && (
          <div
            className={styles['dropLine']}
            style={{ transform: `translateY(${drop.gapIndex * rowHeightPx}px)` }}
          />
        )}
      </div>
      <p role="status" className="visually-hidden">
        {keys.announcement}
      </p>
      {menuAt !== null && <QueueMenu keys={selection.selected} at={menuAt} onClose={() => setMenuAt(null)} />}
    </>
  );
}

/** The rows in sight. Each keeps its element while others scroll by, so that a drag outlives scrolling. */
function useVisibleRows(scroller: RefObject<HTMLDivElement | null>, selection: QueueSelection) {
  const queue = usePlayerState((state) => state.queue);
  const currentKey = usePlayerState((state) => state.current?.key ?? null);
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const faults = usePlayerState((state) => state.faults);
  const isDraggable = !useMediaQuery('(pointer: coarse)');
  const { first, count } = useRowWindow(scroller, { rowHeightPx, rowCount: queue.entries.length });
  const shown = queue.entries.slice(first, first + count);
  const elements = shown.map((entry, offset) => (
    <QueueRow
      // biome-ignore lint/suspicious/noArrayIndexKey: elements are slots that entries pass through
      key={(first + offset) % count}
      entry={entry}
      index={first + offset}
      isDraggable={isDraggable}
      isSelected={selection.selected.has(entry.key)}
      isFocused={entry.key === selection.focusKey}
      fault={faults.get(entry.key)}
      currentIs={entry.key !== currentKey ? null : isPlaying ? 'playing' : 'paused'}
    />
  ));
  const isActiveShown = shown.some((entry) => entry.key === selection.focusKey);
  return { elements, activeId: isActiveShown ? rowIdOf(selection.focusKey ?? 0) : undefined };
}

interface QueuePointerDeps extends QueueListProps {
  readonly selection: QueueSelection;
  readonly openMenu: (at: { x: number; y: number }) => void;
}

/** Click, right click, long press and drag, for all rows at once. */
function useQueuePointer({ selection, openMenu, scroller, drop }: QueuePointerDeps) {
  const { drag, store } = usePlayer();
  const actions = usePlayerActions();
  const entryAt = (index: number) => store.getState().queue.entries[index];

  const openMenuFor = (index: number, at: { x: number; y: number }): void => {
    const entry = entryAt(index);
    if (entry === undefined) return;
    if (!selection.selected.has(entry.key)) selection.select(index, { isRange: false, isToggle: false });
    openMenu(at);
  };
  const longPress = useLongPress(({ x, y, target }) => openMenuFor(indexOfElement(target), { x, y }));

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

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (grip.onPointerDown(event)) return;
    longPress.props.onPointerDown(event);
    const entry = entryAt(indexOfElement(event.target));
    // A finger that comes down mostly scrolls, and nothing must be loaded for that.
    const isChoosing = event.pointerType === 'mouse' && event.button === 0 && !hasModifier(event);
    if (entry !== undefined && isChoosing && !isOn(event.target, '[data-remove]'))
      actions.foreseeEntry(entry.key);
  };

  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const index = indexOfElement(event.target);
    const entry = entryAt(index);
    if (entry === undefined || longPress.wasLongPress() || isOn(event.target, '[data-grip]')) return;
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
  };

  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault();
    const index = indexOfElement(event.target);
    if (index >= 0) {
      openMenuFor(index, { x: event.clientX, y: event.clientY });
      return;
    }
    // From the keyboard the event comes from the grid: the menu opens at the active row.
    const row = selection.focusKey === null ? null : document.getElementById(rowIdOf(selection.focusKey));
    const box = row?.getBoundingClientRect();
    if (box !== undefined) openMenuFor(selection.focusIndex(), { x: box.left + 24, y: box.bottom });
  };

  const { onDragStart, onDragEnd } = drag.source((dragged) => {
    const index = indexOfElement(dragged);
    const entry = entryAt(index);
    const keys = chosenAt(index);
    if (entry === undefined || keys === null) return null;
    const label = keys.size > 1 ? texts.player.songCount(keys.size) : songTitle(entry.song);
    return { payload: { kind: 'entries', keys }, label };
  });
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    longPress.props.onPointerMove(event);
    grip.onPointerMove(event);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    longPress.props.onPointerUp();
    grip.onPointerUp(event);
  };
  const onPointerCancel = (): void => {
    longPress.props.onPointerCancel();
    grip.onPointerCancel();
  };
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel,
    onClick,
    onContextMenu,
    onDragStart,
    onDragEnd,
  };
}

const hasModifier = (event: MouseEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey;

const isOn = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const indexOfElement = (target: EventTarget): number => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(row?.dataset['index'] ?? -1);
};

/** Goes to the current track when it changes to one out of sight. */
function useSnapToCurrent(scroller: RefObject<HTMLDivElement | null>): void {
  const { store } = usePlayer();
  const currentKey = usePlayerState((state) => state.current?.key ?? null);
  const isRestoring = usePlayerState((state) => state.isRestoring);
  useEffect(() => {
    const element = scroller.current;
    const index = indexOfKey(store.getState().queue, currentKey);
    if (element === null || isRestoring || index < 0) return;
    // With the frame: looking where the list stands at once would lay the page out twice.
    const frame = requestAnimationFrame(() => {
      if (isRowVisible(element, index, rowHeightPx)) return;
      element.scrollTop = Math.max(index - rowsAboveCurrent, 0) * rowHeightPx;
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller, store, currentKey, isRestoring]);
}
