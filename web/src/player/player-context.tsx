import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Player, startBrowserPlayer } from './browser-player.ts';
import type { PlayerActions, PlayerState } from './player-state.ts';

const PlayerContext = createContext<Player | null>(null);

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
  return <PlayerContext value={player}>{children}</PlayerContext>;
}

/** Gives a player that somebody else runs to everything inside, as tests do. */
export function GivenPlayer(props: { readonly player: Player; readonly children: ReactNode }) {
  return <PlayerContext value={props.player}>{props.children}</PlayerContext>;
}

/** The player. @throws Error outside of a `PlayerProvider` */
export function usePlayer(): Player {
  const player = use(PlayerContext);
  if (player === null) throw new Error('The player is used outside of its provider');
  return player;
}

/** What can be asked of the player; the same object for its whole life. */
export const usePlayerActions = (): PlayerActions => usePlayer().actions;

/** A part of the player's state; renders again only when that part changes. */
export const usePlayerState = <T,>(select: (state: PlayerState) => T): T =>
  useStore(usePlayer().store, select);
