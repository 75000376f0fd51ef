import { texts } from '../../texts/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Pause, Play, SkipBack, SkipForward } from '../../ui/icons.ts';
import type { PlayerState } from '../core/player-state.ts';
import { usePlayerActions, usePlayerState } from './player-context.tsx';
import styles from './transport-buttons.module.css';

const hasAnything = (state: PlayerState): boolean => state.current !== null || state.queue.entries.length > 0;

/** Play or pause; a ring turns around it while the sound waits for data. */
export function PlayButton({ className }: { readonly className?: string | undefined }) {
  const actions = usePlayerActions();
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const isBuffering = usePlayerState((state) => state.isBuffering);
  const isEnabled = usePlayerState(hasAnything);
  return (
    <IconButton
      size="l"
      className={classNames(className, isBuffering && styles['buffering'])}
      label={isPlaying ? texts.player.pause : texts.player.play}
      icon={isPlaying ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
      aria-busy={isBuffering}
      disabled={!isEnabled}
      onClick={actions.togglePlay}
    />
  );
}

/** To the track before. */
export function PreviousButton() {
  const actions = usePlayerActions();
  const isEnabled = usePlayerState(hasAnything);
  return (
    <IconButton
      size="l"
      label={texts.player.previous}
      icon={<SkipBack fill="currentColor" />}
      disabled={!isEnabled}
      onClick={actions.previous}
    />
  );
}

/** To the track after. */
export function NextButton() {
  const actions = usePlayerActions();
  const isEnabled = usePlayerState(hasAnything);
  return (
    <IconButton
      size="l"
      label={texts.player.next}
      icon={<SkipForward fill="currentColor" />}
      disabled={!isEnabled}
      onClick={actions.next}
    />
  );
}
