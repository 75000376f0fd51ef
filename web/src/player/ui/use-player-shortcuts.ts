import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useLiking } from '../../menus/use-liking.ts';
import { likeTexts } from '../../texts/likes.ts';
import { showToast } from '../../ui/layers/toast-store.ts';
import type { Player } from '../player.ts';
import { seekSeconds } from './seek-steps.ts';

/** Where keys mean something else: fields, and whatever Space or arrows work on by themselves. */
const ownKeysSelector = 'input, textarea, select, [contenteditable], [role=menu], [role=tab], [role=slider]';
const spaceSelector = 'button, a[href], summary, [role=button], [role=menuitem], [role=checkbox]';

/**
 * Space, arrows, Ctrl+arrows, L, M, S, N and Q, anywhere in the page but in fields, tabs and menus, and not
 * where something else took the key. `isEnabled` is asked at each key.
 */
export const usePlayerShortcuts = (player: Player, isEnabled: () => boolean): void => {
  const like = useLikeKey(player);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const action = event.defaultPrevented ? null : actionOf(player, event, like);
      if (action === null || !isEnabled()) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [player, isEnabled, like]);
};

/** Makes what plays a favourite, or takes it away, and says which: nobody may see a heart. */
const useLikeKey = (player: Player): (() => void) => {
  const path = useStore(player.store, ({ current }) => current?.song.path ?? null);
  const { isStarred, toggle } = useLiking(path === null ? null : { kind: 'song', name: path });
  const latest = useRef(() => {});
  latest.current = () => {
    toggle();
    showToast({ message: isStarred ? likeTexts.removed : likeTexts.added, topic: 'like' });
  };
  return useCallback(() => latest.current(), []);
};

const actionOf = (player: Player, event: KeyboardEvent, like: () => void): (() => void) | null => {
  const { actions, queueCalls, nowPlaying, store } = player;
  const target = event.target instanceof Element ? event.target : null;
  const isOpenDialog = target?.closest('dialog[open]') !== null && target !== null;
  if (event.altKey || event.shiftKey || target?.closest(ownKeysSelector)) return null;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 'ArrowLeft') return actions.previous;
    return event.key === 'ArrowRight' ? actions.next : null;
  }
  switch (event.key.toLowerCase()) {
    case ' ':
      return target?.closest(spaceSelector) ? null : actions.togglePlay;
    case 'arrowleft':
      return () => actions.seekBy(-seekSeconds);
    case 'arrowright':
      return () => actions.seekBy(seekSeconds);
    case 'm':
      return actions.toggleMute;
    case 'l':
      return store.getState().current === null ? null : like;
    case 's':
      return actions.toggleShuffle;
    case 'q':
      return isOpenDialog ? null : () => queueCalls.setState((count) => count + 1, true);
    case 'n':
      if (store.getState().current === null || (isOpenDialog && !nowPlaying.getState())) return null;
      return () => nowPlaying.setState((isOpen) => !isOpen, true);
    default:
      return null;
  }
};
