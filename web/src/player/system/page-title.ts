import { songPrimaryLine } from '../../lib/format-song.ts';
import type { PlayerState } from '../core/player-state.ts';
import type { ShownPlayer } from '../core/shown-player.ts';

/**
 * Names the page after the song while it plays here, and gives the page its own name back after.
 * @param setSongTitle takes the name of the song, or null for none
 * @returns gives the name back and stops
 */
export const connectPageTitle = (
  store: ShownPlayer,
  setSongTitle: (title: string | null) => void,
): (() => void) => {
  const show = ({ current, isPlaying, isRemote }: PlayerState): void =>
    setSongTitle(isPlaying && !isRemote && current !== null ? songPrimaryLine(current.song) : null);
  show(store.getState());
  const unsubscribe = store.subscribe((state, before) => {
    if (state.current !== before.current || state.isPlaying !== before.isPlaying) show(state);
  });
  return () => {
    unsubscribe();
    setSongTitle(null);
  };
};
