import { useEffect, useRef } from 'react';
import { texts } from '../../texts/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Slider } from '../../ui/controls/slider.tsx';
import { Volume, VolumeLoud, VolumeOff } from '../../ui/icons.ts';
import { usePlayer, usePlayerState } from './player-context.tsx';
import styles from './volume-control.module.css';

/** What one notch of the wheel changes. */
const wheelStep = 0.05;

/** Mute, and how loud it is. The wheel works over the whole of it. */
export function VolumeControl() {
  const { actions } = usePlayer();
  const volume = usePlayerState((state) => state.volume);
  const control = useVolumeWheel();
  const icon = volume === 0 ? <VolumeOff /> : volume < 0.5 ? <Volume /> : <VolumeLoud />;
  return (
    <div ref={control} className={styles['volume']}>
      <IconButton
        label={volume === 0 ? texts.player.unmute : texts.player.mute}
        icon={icon}
        onClick={actions.toggleMute}
      />
      <Slider
        label={texts.player.volume}
        value={volume}
        max={1}
        step={0.01}
        valueText={texts.player.volumeValue(Math.round(volume * 100))}
        onValueChange={actions.setVolume}
      />
    </div>
  );
}

/** React listens to wheels passively, and could not keep the page from scrolling. */
function useVolumeWheel() {
  const { actions, store } = usePlayer();
  const control = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = control.current;
    const turn = (event: WheelEvent): void => {
      if (event.ctrlKey) return;
      event.preventDefault();
      const step = event.deltaY < 0 ? wheelStep : -wheelStep;
      actions.setVolume(Math.round((store.getState().volume + step) * 100) / 100);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [actions, store]);
  return control;
}
