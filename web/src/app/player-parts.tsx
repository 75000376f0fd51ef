import { type ComponentType, lazy } from 'react';

type Part = ComponentType<{ onOpenQueue?: () => void }>;

const part = (name: string) =>
  lazy<Part>(async () => {
    const parts = (await import('../player/index.ts')) as unknown as Record<string, Part | undefined>;
    return { default: parts[name] ?? (() => null) };
  });

/** The queue, loaded with the player after the shell stands. */
export const QueuePane = part('QueuePane');
/** The whole player. */
export const PlayerBar = part('PlayerBar');
/** One line about what plays, for narrow windows. */
export const NowPlayingMini = part('NowPlayingMini');
