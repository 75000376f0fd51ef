// biome-ignore-all lint/a11y/useSemanticElements: rows placed by hand, of which a few are in the page, are no table
import { type RefObject, useEffect, useState } from 'react';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { texts } from '../../../texts/index.ts';
import { isRowVisible, useRowWindow } from '../../../ui/behaviour/virtual-list.ts';
import { overlay } from '../../../ui/layers/overlay.tsx';
import { indexOfKey } from '../../core/queue.ts';
import { usePlayer, usePlayerState } from '../player-context.tsx';
import styles from './queue-list.module.css';
import { QueueRow, rowIdOf } from './queue-row.tsx';
import { rowHeightPx } from './row-height.ts';
import type { useQueueDrop } from './use-queue-drop.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { useQueuePointer } from './use-queue-pointer.ts';
import { type QueueSelection, useQueueSelection } from './use-queue-selection.ts';

const QueueMenu = overlay(
  async () => (await import('./queue-menu.tsx')).QueueMenu,
  ({ onClose }) => onClose(),
);

/** The code of the menu comes when entries have been there for so long that nothing else is waited for, in milliseconds. */
const preloadMs = 2_000;

/** Rows above the current track after the list has gone to it. */
const rowsAboveCurrent = 10;

interface QueueListProps {
  readonly scroller: RefObject<HTMLDivElement>;
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
  const hasEntries = queue.entries.length > 0;
  useEffect(() => {
    if (!hasEntries) return undefined;
    const timer = setTimeout(QueueMenu.preload, preloadMs);
    return () => clearTimeout(timer);
  }, [hasEntries]);
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
function useVisibleRows(scroller: RefObject<HTMLDivElement>, selection: QueueSelection) {
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

/** Goes to the current track when it changes to one out of sight. */
function useSnapToCurrent(scroller: RefObject<HTMLDivElement>): void {
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
