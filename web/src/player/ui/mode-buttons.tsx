import { texts } from '../../texts/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Repeat, Repeat1, Shuffle } from '../../ui/icons.ts';
import styles from './mode-buttons.module.css';
import { usePlayerActions, usePlayerState } from './player-context.tsx';

/** Whether songs come in random order. Turned off, they come as they stand in the queue. */
export function ShuffleButton() {
  const { toggleShuffle } = usePlayerActions();
  const isShuffled = usePlayerState((state) => state.isShuffled);
  return (
    <IconButton
      size="l"
      className={styles['mode']}
      label={texts.player.shuffleMode}
      icon={<Shuffle />}
      aria-pressed={isShuffled}
      onClick={toggleShuffle}
    />
  );
}

/** What is played again: nothing, everything, this song. */
export function RepeatButton() {
  const { cycleRepeat } = usePlayerActions();
  const repeat = usePlayerState((state) => state.repeat);
  return (
    <IconButton
      size="l"
      className={styles['mode']}
      label={texts.player.repeatModes[repeat]}
      icon={repeat === 'one' ? <Repeat1 /> : <Repeat />}
      aria-pressed={repeat !== 'off'}
      onClick={cycleRepeat}
    />
  );
}

/** Small signs of the switches that are on, where there is no room for the switches. */
export function ModeMarks() {
  const isShuffled = usePlayerState((state) => state.isShuffled);
  const repeat = usePlayerState((state) => state.repeat);
  if (!isShuffled && repeat === 'off') return null;
  return (
    <span className={styles['marks']}>
      {isShuffled && <Shuffle aria-label={texts.player.shuffleIsOn} role="img" />}
      {repeat === 'all' && <Repeat aria-label={texts.player.repeatModes.all} role="img" />}
      {repeat === 'one' && <Repeat1 aria-label={texts.player.repeatModes.one} role="img" />}
    </span>
  );
}
