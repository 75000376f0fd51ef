import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part of the page that comes after the shell, so that the frame stands first. Not by Suspense:
 * React holds back what a boundary reveals by up to 300 ms, and this is looked at on every screen.
 */
function part<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Part(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      let isGone = false;
      void load().then((component) => {
        loaded = component;
        if (!isGone) setShown(() => component);
      });
      return () => {
        isGone = true;
      };
    }, []);
    return Shown === null ? null : <Shown {...props} />;
  };
}

/** The queue. */
export const QueuePane = part(async () => (await import('../player/queue-pane.tsx')).QueuePane);

/** The whole player. */
export const PlayerBar = part(async () => (await import('../player/player-bar.tsx')).PlayerBar);

/** One line about what plays, for narrow windows. */
export const NowPlayingMini = part(
  async () => (await import('../player/now-playing-mini.tsx')).NowPlayingMini,
);
