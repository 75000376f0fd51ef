import type { Song } from '@tonearm/contract';
import { type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { type DragPayload, usePlayer } from '../../player/index.ts';
import { type Layout, rowAt } from './layout.ts';
import { type ListEditing, placeAfterMove } from './list-editing.ts';
import type { ListSelection } from './use-list-selection.ts';
import { itemIndexOf } from './use-list-subject.ts';
import type { RovingFocus } from './use-roving-focus.ts';

interface EditingDeps {
  readonly list: RefObject<HTMLElement>;
  readonly layout: Layout;
  readonly selection: ListSelection;
  readonly focus: RovingFocus;
  readonly editing: ListEditing | undefined;
}

/**
 * Edits of a list that allows them: Alt with ↑ and ↓ and dragging move, Delete removes, songs from elsewhere can be
 * dropped between its rows.
 */
export function useListEditing({ list, layout, selection, focus, editing }: EditingDeps) {
  const dragged = useRef<readonly number[] | null>(null);
  const chosenAt = (index: number): readonly number[] =>
    selection.isSelected(index) ? selection.indexes() : [index];
  const move = (indexes: readonly number[], to: number) => {
    if (editing?.move(indexes, to) !== true) return;
    selection.clear();
    focus.goTo(placeAfterMove(indexes, to));
  };
  const remove = (index: number) => {
    const indexes = chosenAt(index);
    if (editing?.remove(indexes) !== true) return;
    selection.clear();
    focus.goTo(Math.max(0, Math.min(indexes[0] ?? 0, layout.itemCount - indexes.length - 1)));
  };
  const drop = useListDrop({ list, layout, dragged, editing, move });
  return {
    gapTop: drop.gapTop,
    dropHandlers: editing && drop.handlers,
    remove: editing ? remove : undefined,
    /** @returns whether the key was for an edit */
    onKey(event: KeyboardEvent, index: number): boolean {
      if (!editing) return false;
      if (event.key === 'Delete' && !event.ctrlKey && !event.metaKey && !event.altKey) {
        remove(index);
        return true;
      }
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return false;
      const indexes = chosenAt(index);
      const to = event.key === 'ArrowUp' ? (indexes[0] ?? 0) - 1 : (indexes.at(-1) ?? 0) + 2;
      if (to >= 0 && to <= layout.itemCount) move(indexes, to);
      return true;
    },
    noteDrag(target: Element): void {
      const index = itemIndexOf(target);
      dragged.current = index === null ? null : chosenAt(index);
    },
    endDrag(): void {
      dragged.current = null;
      drop.leave();
    },
  };
}

interface DropDeps extends Pick<EditingDeps, 'list' | 'layout' | 'editing'> {
  /** Items of this list that are dragged; null for something else. */
  readonly dragged: RefObject<readonly number[]>;
  readonly move: (indexes: readonly number[], to: number) => void;
}

/** Shows where what is dragged would go, and takes it. */
function useListDrop({ list, layout, dragged, editing, move }: DropDeps) {
  const { drag, store } = usePlayer();
  const [gap, setGap] = useState<number | null>(null);
  const rowHeight = rowAt(layout, 0)?.height ?? 1;
  const gapAt = (clientY: number): number => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    return Math.min(Math.max(Math.round((clientY - top) / rowHeight), 0), layout.itemCount);
  };
  const songsOf = async (payload: DragPayload): Promise<readonly Song[]> => {
    if (payload.kind === 'songs') return payload.songs;
    if (payload.kind === 'later') return payload.load();
    const { entries } = store.getState().queue;
    return entries.filter(({ key }) => payload.keys.has(key)).map(({ song }) => song);
  };
  const take = async (payload: DragPayload, to: number) => {
    if (dragged.current) move(dragged.current, to);
    else {
      const songs = await songsOf(payload);
      editing?.insert(
        songs.map(({ path }) => path),
        to,
      );
    }
  };
  const over = (event: DragEvent<HTMLElement>): void => {
    if (drag.store.getState().payload === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = dragged.current ? 'move' : 'copy';
    setGap(gapAt(event.clientY));
  };
  return {
    gapTop: gap === null ? null : gap * rowHeight,
    leave: () => setGap(null),
    handlers: {
      // A quick drop may bring the first of these alone.
      onDragEnter: over,
      onDragOver: over,
      onDragLeave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setGap(null);
      },
      onDrop(event: DragEvent<HTMLElement>) {
        const { payload } = drag.store.getState();
        if (payload === null) return;
        event.preventDefault();
        setGap(null);
        void take(payload, gapAt(event.clientY));
      },
    },
  };
}
