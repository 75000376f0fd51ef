import { useEffect } from 'react';
import type { Player } from '../browser-player.ts';
import { seekSeconds } from './seek-steps.ts';

/** Where keys mean something else: fields, and whatever Space or arrows work on by themselves. */
const ownKeysSelector = 'input, textarea, select, [contenteditable], [role=menu], [role=tab], [role=slider]';
const spaceSelector = 'button, a[href], summary, [role=button], [role=menuitem], [role=checkbox]';

/**
 * Space, arrows, Ctrl+arrows, M, S, N and Q, anywhere in the page but in fields, tabs and menus, and not
 * where something else took the key. `isEnabled` is asked at each key.
 */
export const usePlayerShortcuts = (player: Player, isEnabled: () => boolean): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const action = event.defaultPrevented ? null : actionOf(player, event);
      if (action === null || !isEnabled()) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [player, isEnabled]);
};

const actionOf = (player: Player, event: KeyboardEvent): (() => void) | null => {
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
