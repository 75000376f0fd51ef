import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDuration, formatLength } from '../../lib/format-duration.ts';
import { useChoice } from '../../storage/choice-setting.ts';
import { texts } from '../../texts/index.ts';
import { Slider } from '../../ui/controls/slider.tsx';
import type { EntryKey } from '../core/queue.ts';
import { usePlayerActions, usePlayerState } from './player-context.tsx';
import styles from './seek-bar.module.css';
import { pageSeekSeconds, seekSeconds } from './seek-steps.ts';
import { WaveformPart } from './waveform/waveform-part.tsx';

/** Where the track stands: a slider over the shape of the sound, with what is loaded, the time elapsed or left, and the length. */
export function SeekBar() {
  const actions = usePlayerActions();
  const elapsed = usePlayerState((state) => state.elapsedSeconds);
  const duration = usePlayerState((state) => state.durationSeconds);
  const buffered = usePlayerState((state) => state.bufferedSeconds);
  const entryKey = usePlayerState((state) => state.current?.key ?? null);
  // While the thumb is held the track plays on; it goes there when the thumb is let go. The next track does not.
  const [hold, setHold] = useState<{ readonly entryKey: EntryKey | null; readonly seconds: number } | null>(
    null,
  );
  const held = hold?.entryKey === entryKey ? hold.seconds : null;
  const shown = Math.min(held ?? elapsed, duration);
  const isShaped = useChoice('waveform') === 'on';
  const readyShare = duration > 0 ? buffered / duration : 0;
  const setHeld = (seconds: number): void => setHold({ entryKey, seconds });
  const release = (): void => {
    if (held !== null) actions.seekTo(held);
    setHold(null);
  };
  return (
    <div className={styles['seek']} data-shaped={isShaped || undefined}>
      <PointedTime duration={duration} />
      {isShaped && <WaveformPart share={shown / Math.max(duration, 1)} readyShare={readyShare} />}
      <Slider
        label={texts.player.seek}
        value={shown}
        max={Math.max(duration, 1)}
        valueText={texts.player.seekValue(formatDuration(shown), formatLength(duration))}
        readyShare={readyShare}
        disabled={entryKey === null || duration <= 0}
        onPointerDown={(event) => {
          if (event.button === 0) setHeld(shown);
        }}
        onPointerUp={release}
        onPointerCancel={() => setHold(null)}
        onValueChange={(seconds) => (hold === null ? actions.seekTo(seconds) : setHeld(seconds))}
        onKeyDown={(event) => {
          const step = seekStepOf(event);
          if (step === null) return;
          event.preventDefault();
          actions.seekBy(step);
        }}
      />
      <div className={styles['times']}>
        <ElapsedTime elapsed={shown} duration={duration} hasTrack={entryKey !== null} />
        <span>{entryKey !== null && duration > 0 ? formatLength(duration) : ''}</span>
      </div>
    </div>
  );
}

/** The time under a mouse, above the bar that it is drawn over. For the eye: the bar itself tells its value. */
function PointedTime({ duration }: { readonly duration: number }) {
  const bubble = useRef<HTMLSpanElement>(null);
  const [pointed, setPointed] = useState<{ readonly x: number; readonly share: number } | null>(null);
  useEffect(() => {
    const bar = bubble.current?.parentElement?.querySelector('input');
    const onMove = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' || !bar || bar.clientWidth === 0) return;
      const x = Math.min(Math.max(event.offsetX, 0), bar.clientWidth);
      setPointed({ x, share: x / bar.clientWidth });
    };
    const onLeave = (): void => setPointed(null);
    bar?.addEventListener('pointermove', onMove);
    bar?.addEventListener('pointerleave', onLeave);
    return () => {
      bar?.removeEventListener('pointermove', onMove);
      bar?.removeEventListener('pointerleave', onLeave);
    };
  }, []);
  return (
    <span
      ref={bubble}
      aria-hidden="true"
      className={styles['pointed']}
      style={pointed === null ? undefined : { left: pointed.x }}
      hidden={pointed === null || duration <= 0}
    >
      {pointed !== null && formatDuration(pointed.share * duration)}
    </span>
  );
}

interface ElapsedTimeProps {
  readonly elapsed: number;
  readonly duration: number;
  readonly hasTrack: boolean;
}

/** The time elapsed; pressed, the time that is left. */
function ElapsedTime({ elapsed, duration, hasTrack }: ElapsedTimeProps) {
  const [isRemaining, setIsRemaining] = useState(false);
  const label = isRemaining ? texts.player.showElapsed : texts.player.showRemaining;
  return (
    <button
      type="button"
      className={styles['elapsed']}
      disabled={!hasTrack}
      title={label}
      onClick={() => setIsRemaining((was) => !was)}
    >
      {isRemaining ? `−${formatDuration(Math.ceil(duration - elapsed))}` : formatDuration(elapsed)}
      <span className="visually-hidden">{`, ${label}`}</span>
    </button>
  );
}

/** Arrows and Page keys go by whole seconds; the slider's own steps would depend on the track. */
const seekStepOf = (event: KeyboardEvent): number | null => {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return -seekSeconds;
    case 'ArrowRight':
    case 'ArrowUp':
      return seekSeconds;
    case 'PageDown':
      return -pageSeekSeconds;
    case 'PageUp':
      return pageSeekSeconds;
    default:
      return null;
  }
};
