import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react';
import { readUserValue } from '../../storage/user-storage.ts';
import { type Player, startBrowserPlayer } from '../browser-player.ts';
import { PlayerContext } from './player-context.tsx';
import { PlayerNotices } from './player-notices.tsx';
import { usePlayerShortcuts } from './use-player-shortcuts.ts';

/**
 * Runs the player of the signed-in user for everything inside, from the moment it is shown until it
 * is taken away. What is inside appears once the player stands, in the same frame.
 */
export function PlayerProvider(props: { readonly username: string; readonly children: ReactNode }) {
  const { username, children } = props;
  const [player, setPlayer] = useState<Player | null>(null);
  useLayoutEffect(() => {
    const started = startBrowserPlayer(username);
    setPlayer(started);
    return () => started.dispose();
  }, [username]);
  if (player === null || player.username !== username) return null;
  return <GivenPlayer player={player}>{children}</GivenPlayer>;
}

/** Gives a player that somebody else runs to everything inside, as tests do. */
export function GivenPlayer(props: { readonly player: Player; readonly children: ReactNode }) {
  const { player, children } = props;
  const { username } = player;
  // Read at each key, so that the setting works at once. Only an explicit no turns them off.
  const isEnabled = useCallback(() => readUserValue(username, 'hasShortcuts') !== false, [username]);
  usePlayerShortcuts(player, isEnabled);
  return (
    <PlayerContext value={player}>
      {children}
      <PlayerNotices />
    </PlayerContext>
  );
}
