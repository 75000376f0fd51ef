import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { PlayerActions, PlayerState } from '../core/player-state.ts';
import type { Player } from '../player.ts';

/** The player of the page; null outside of a provider. */
export const PlayerContext = createContext<Player | null>(null);

/** The player. @throws Error outside of a `PlayerProvider` */
export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (player === null) throw new Error('The player is used outside of its provider');
  return player;
}

/** What can be asked of the player; the same object for its whole life. */
export const usePlayerActions = (): PlayerActions => usePlayer().actions;

/** A part of the player's state; renders again only when that part changes. */
export const usePlayerState = <T,>(select: (state: PlayerState) => T): T =>
  useStore(usePlayer().shown, select);
