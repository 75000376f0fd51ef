import { useEffect } from 'react';
import { useStore } from 'zustand';
import { overlay } from '../../../ui/layers/overlay.tsx';
import { usePlayer, usePlayerState } from '../player-context.tsx';

const NowPlaying = overlay(
  async () => (await import('./now-playing.tsx')).NowPlaying,
  ({ onClose }) => onClose(),
);

/** Its code comes when something has played for so long that nothing else is waited for, in milliseconds. */
const preloadMs = 2_000;

/** The view of what plays, while somebody wants to see it. */
export function NowPlayingLayer() {
  const { nowPlaying } = usePlayer();
  const isOpen = useStore(nowPlaying);
  const hasCurrent = usePlayerState((state) => state.current !== null);
  useEffect(() => {
    if (!hasCurrent) return undefined;
    const timer = setTimeout(NowPlaying.preload, preloadMs);
    return () => clearTimeout(timer);
  }, [hasCurrent]);
  return isOpen ? <NowPlaying onClose={() => nowPlaying.setState(false, true)} /> : null;
}
