import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CollectionItem } from '../../api/collection.ts';
import { playlistStateQuery } from '../../api/playlist-edits.ts';
import type { ListEditing } from '../../collection/item-list/list-editing.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { showToast } from '../../ui/layers/toast-store.ts';
import { createEntryPlaces } from './entry-places.ts';
import { useEditRunner } from './use-edit-runner.ts';

interface EditingDeps {
  readonly name: string;
  readonly total: number;
  readonly itemAt: (index: number) => CollectionItem | undefined;
}

/** What the page of a playlist changes in it. */
export interface PlaylistEditing extends ListEditing {
  /** Puts the songs in another order; `order` holds their places as shown. Missing songs go to the end. */
  readonly reorder: (order: readonly number[]) => boolean;
}

/** Edits of a playlist, each of which says what it is about. Undefined until it can be edited. */
export function usePlaylistEditing({ name, total, itemAt }: EditingDeps): PlaylistEditing | undefined {
  const { data: state } = useQuery({ ...playlistStateQuery(name), enabled: total > 0 });
  const runner = useEditRunner(name);
  const latest = useRef<Latest | null>(null);
  const pathAt = (index: number) => {
    const item = itemAt(index);
    return item?.variant === 'Song' ? item.fields.path : undefined;
  };
  latest.current = { pathAt };
  if (!state) return undefined;

  const { revision } = state;
  const places = createEntryPlaces(state, { total, pathAt });
  /** Waits for the edit under way, and goes on if the places still mean the same songs then. */
  const orLater = (indexes: readonly number[], act: (editing: PlaylistEditing) => void): boolean => {
    if (!runner.isBusy()) return false;
    const paths = indexes.map(pathAt);
    runner.afterwards(() => {
      const now = latest.current;
      if (now?.editing && indexes.every((index, at) => now.pathAt(index) === paths[at])) act(now.editing);
    });
    return true;
  };
  const editing: PlaylistEditing = {
    move(indexes, gap) {
      if (orLater(indexes, (now) => now.move(indexes, gap))) return false;
      runner.perform({ kind: 'move', entries: places.refsOf(indexes), gap: places.gapOf(gap) }, revision);
      return true;
    },
    insert(paths, gap) {
      if (paths.length === 0 || orLater([], (now) => now.insert(paths, gap))) return false;
      const at = places.gapOf(gap);
      const entries = paths.map((path, offset) => ({ at: at + offset, path }));
      runner.perform({ kind: 'put', entries }, revision);
      return true;
    },
    remove(indexes) {
      if (orLater(indexes, (now) => now.remove(indexes))) return false;
      const entries = places.refsOf(indexes);
      const putBack = () => runner.perform({ kind: 'put', entries });
      const message = listTexts.removedFrom(entries.length, name);
      runner.perform({ kind: 'remove', entries }, revision, () => offerUndo(message, putBack));
      return true;
    },
    reorder(order) {
      if (runner.isBusy()) return false;
      const all = [...order.map(places.entryOf), ...state.missing];
      const putBack = () => runner.perform({ kind: 'order', order: inverseOf(all) });
      runner.perform({ kind: 'order', order: all }, revision, () => offerUndo(listTexts.sorted, putBack));
      return true;
    },
  };
  latest.current.editing = editing;
  return editing;
}

/** What is true of the list that is shown now. */
interface Latest {
  readonly pathAt: (index: number) => string | undefined;
  editing?: PlaylistEditing;
}

function offerUndo(message: string, onSelect: () => void): void {
  showToast({ message, action: { label: texts.app.undo, onSelect }, topic: 'playlist' });
}

/** The order that takes an order back. */
function inverseOf(order: readonly number[]): number[] {
  const inverse = [...order];
  order.forEach((from, to) => {
    inverse[from] = to;
  });
  return inverse;
}
