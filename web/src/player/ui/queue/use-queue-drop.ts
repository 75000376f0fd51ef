import { type DragEvent, type RefObject, useState } from 'react';
import { logProblem } from '../../../lib/log.ts';
import { texts } from '../../../texts/index.ts';
import { showToast } from '../../../ui/layers/toast-store.ts';
import type { PlayerActions } from '../../core/player-state.ts';
import type { EntryKey } from '../../core/queue.ts';
import type { DragPayload, SongDrag } from '../drag-payload.ts';
import { usePlayer } from '../player-context.tsx';
import { rowHeightPx } from './row-height.ts';

/**
 * Takes what is dropped on the queue: before the entry the line points at, or at the end when it is
 * dropped outside of the list.
 */
export const useQueueDrop = (drag: SongDrag, scroller: RefObject<HTMLElement>) => {
  const { actions, store } = usePlayer();
  const [gapIndex, setGapIndex] = useState<number | null>(null);
  const [isOver, setIsOver] = useState(false);

  const gapAt = (clientY: number): number => {
    const { length } = store.getState().queue.entries;
    const list = scroller.current;
    if (list === null) return length;
    const box = list.getBoundingClientRect();
    if (clientY < box.top) return length;
    const gap = Math.round((clientY - box.top + list.scrollTop) / rowHeightPx);
    return Math.min(Math.max(gap, 0), length);
  };
  const leave = (): void => {
    setGapIndex(null);
    setIsOver(false);
  };
  return {
    gapIndex,
    isOver,
    /** Shows the line at a place of the window, or nowhere. For what is moved without drag and drop. */
    pointTo: (clientY: number | null): void => setGapIndex(clientY === null ? null : gapAt(clientY)),
    moveTo: (keys: ReadonlySet<EntryKey>, clientY: number): void => actions.move(keys, gapAt(clientY)),
    props: {
      onDragOver(event: DragEvent<HTMLElement>) {
        const { payload } = drag.store.getState();
        if (payload === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = payload.kind === 'entries' ? 'move' : 'copy';
        setIsOver(true);
        setGapIndex(gapAt(event.clientY));
      },
      onDragLeave(event: DragEvent<HTMLElement>) {
        const { relatedTarget } = event;
        if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) leave();
      },
      onDrop(event: DragEvent<HTMLElement>) {
        const { payload } = drag.store.getState();
        if (payload === null) return;
        event.preventDefault();
        take(actions, payload, gapAt(event.clientY));
        leave();
      },
    },
  };
};

/** Puts what was dropped before an entry. */
const take = (actions: PlayerActions, payload: DragPayload, gap: number): void => {
  switch (payload.kind) {
    case 'songs':
      actions.addToQueue(payload.songs, gap);
      break;
    case 'entries':
      actions.move(payload.keys, gap);
      break;
    case 'later':
      payload.load().then(
        (songs) => actions.addToQueue(songs, gap),
        (cause: unknown) => {
          logProblem('Could not load what was dropped', cause);
          showToast({ message: texts.player.folderFailed });
        },
      );
      break;
    default:
      payload satisfies never;
  }
};
