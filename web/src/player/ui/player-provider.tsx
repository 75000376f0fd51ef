import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { logProblem } from '../../lib/log.ts';
import { onServerReturn, serverPresence } from '../../lib/server-presence.ts';
import { readUserValue } from '../../storage/user-storage.ts';
import { texts } from '../../texts/index.ts';
import { part } from '../../ui/layers/part.tsx';
import { showToast } from '../../ui/layers/toast-store.ts';
import { type AwaitedPlayer, createAwaitedPlayer } from '../awaited-player.ts';
import { PlayerContext, usePlayer } from './player-context.tsx';
import { usePlayerShortcuts } from './use-player-shortcuts.ts';

const PlayerNotices = part(async () => (await import('../after-first-screen.ts')).PlayerNotices);

interface PlayerProviderProps {
  readonly username: string;
  /** Whether the code of what plays may come now; it comes earlier when something is asked of it. */
  readonly mayLoad: boolean;
  readonly children: ReactNode;
}

/**
 * The player of the signed-in user for everything inside, from the moment it is shown until it is taken away.
 * What is inside appears in the same frame, and the queue and the sound when their code has come.
 */
export function PlayerProvider({ username, mayLoad, children }: PlayerProviderProps) {
  const [player, setPlayer] = useState<AwaitedPlayer | null>(null);
  useLayoutEffect(() => {
    const awaited = awaitBrowserPlayer(username);
    setPlayer(awaited);
    return () => awaited.dispose();
  }, [username]);
  useEffect(() => {
    if (mayLoad) player?.begin();
  }, [player, mayLoad]);
  if (player === null || player.username !== username) return null;
  return (
    <PlayerContext.Provider value={player}>
      {children}
      <PlayerKeys />
      <OnceRunning player={player} />
    </PlayerContext.Provider>
  );
}

/** The keys of the player, of whoever is signed in; they work before its code has come. */
export function PlayerKeys() {
  const player = usePlayer();
  const { username } = player;
  // Read at each key, so that the setting works at once. Only an explicit no turns them off.
  const isEnabled = useCallback(() => readUserValue(username, 'hasShortcuts') !== false, [username]);
  usePlayerShortcuts(player, isEnabled);
  return null;
}

/** What is said came with the player. */
function OnceRunning({ player }: { readonly player: AwaitedPlayer }) {
  return useStore(player.isRunning) && <PlayerNotices />;
}

const awaitBrowserPlayer = (username: string): AwaitedPlayer =>
  createAwaitedPlayer({
    username,
    start: async () => (await import('../after-first-screen.ts')).startBrowserPlayer(username),
    onFailure(error, isAwaited) {
      logProblem('The player could not be loaded', error);
      void serverPresence.doubt();
      if (isAwaited) showToast({ message: texts.app.unreachable });
    },
    onReturn: onServerReturn,
  });
