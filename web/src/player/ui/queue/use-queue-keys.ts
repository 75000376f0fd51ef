import { type KeyboardEvent, type RefObject, useState } from 'react';
import { songTitle } from '../../../lib/format-song.ts';
import { playingTexts } from '../../../texts/playing.ts';
import { revealRow } from '../../../ui/behaviour/virtual-list.ts';
import { type EntryKey, indexOfKey } from '../../core/queue.ts';
import { usePlayer } from '../player-context.tsx';
import { rowHeightPx } from './row-height.ts';
import type { QueueSelection } from './use-queue-selection.ts';

interface QueueKeysDeps {
  readonly selection: QueueSelection;
  readonly scroller: RefObject<HTMLDivElement>;
}

/**
 * The keyboard in the queue: arrows, Home, End and Page keys move (Shift extends, Ctrl moves alone),
 * Ctrl+A chooses all, Ctrl+Space one more, Enter plays, Delete removes, Alt+↑/↓ moves the entries.
 */
export const useQueueKeys = ({ selection, scroller }: QueueKeysDeps) => {
  const { actions, store } = usePlayer();
  const [announcement, setAnnouncement] = useState('');

  const chosenKeys = (): ReadonlySet<EntryKey> => {
    if (selection.selected.size > 0) return selection.selected;
    return new Set(selection.focusKey === null ? [] : [selection.focusKey]);
  };
  const reveal = (index: number): void => {
    const last = store.getState().queue.entries.length - 1;
    if (scroller.current) revealRow(scroller.current, Math.min(Math.max(index, 0), last), rowHeightPx);
  };
  const go = (index: number, event: KeyboardEvent): void => {
    const isAlone = event.ctrlKey || event.metaKey;
    if (isAlone && !event.shiftKey) selection.focus(index);
    else selection.select(index, { isRange: event.shiftKey, isToggle: isAlone });
    reveal(index);
  };
  const nudge = (step: -1 | 1): void => {
    const keys = chosenKeys();
    actions.nudge(keys, step);
    const { queue } = store.getState();
    const index = queue.entries.findIndex((entry) => keys.has(entry.key));
    const entry = queue.entries[index];
    if (entry === undefined) return;
    reveal(indexOfKey(queue, selection.focusKey ?? entry.key));
    setAnnouncement(playingTexts.movedTo(songTitle(entry.song), index + 1));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // Keys pressed on a button inside a row are the button's own.
    if (event.target !== event.currentTarget) return;
    const handle = handlerOf(event, {
      here: selection.focusIndex(),
      page: Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowHeightPx) - 1, 1),
      selection,
      nudge,
      go: (index) => go(index, event),
      remove: () => actions.remove(chosenKeys()),
      play: actions.playEntry,
    });
    if (handle === null) return;
    event.preventDefault();
    handle();
  };
  return { onKeyDown, announcement };
};

/** What keys can do in the queue. */
interface QueueVerbs {
  /** The row that has the keyboard; -1 for none. */
  readonly here: number;
  /** Rows of a page. */
  readonly page: number;
  readonly selection: QueueSelection;
  readonly nudge: (step: -1 | 1) => void;
  readonly go: (index: number) => void;
  readonly remove: () => void;
  readonly play: (key: EntryKey) => void;
}

/** What a key does; null when it is not one of the queue's. */
const handlerOf = (event: KeyboardEvent, verbs: QueueVerbs): (() => void) | null => {
  const { key, altKey } = event;
  const { go, here, page, selection } = verbs;
  const isCommand = event.ctrlKey || event.metaKey;
  if (altKey) {
    if (key === 'ArrowUp') return () => verbs.nudge(-1);
    return key === 'ArrowDown' ? () => verbs.nudge(1) : null;
  }
  if (isCommand && key.toLowerCase() === 'a') return selection.selectAll;
  if (isCommand && key === ' ') return () => selection.select(here, { isRange: false, isToggle: true });
  switch (key) {
    case 'ArrowDown':
      return () => go(here + 1);
    case 'ArrowUp':
      return () => go(here < 0 ? 0 : here - 1);
    case 'Home':
      return () => go(0);
    case 'End':
      return () => go(Number.MAX_SAFE_INTEGER);
    case 'PageDown':
      return () => go(here + page);
    case 'PageUp':
      return () => go(here - page);
    case 'Delete':
    case 'Backspace':
      return verbs.remove;
    case 'Escape':
      return selection.selected.size > 0 ? selection.clear : null;
    case 'Enter':
      return selection.focusKey === null ? null : () => verbs.play(selection.focusKey ?? -1);
    default:
      return null;
  }
};
