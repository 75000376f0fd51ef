import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { soundAbilitiesQuery, waveformQuery } from '../../../api/sound/waveforms.ts';
import { barHeights, barOutline } from './bar-heights.ts';
import styles from './seek-waveform.module.css';

/** How a seek bar stands: what was played and what lies ready, 0 to 1. */
export interface WaveformProps {
  readonly share: number;
  readonly readyShare: number;
}

/** A bar and the gap after it, in pixels. */
const barPixels = 4;
/** Drawn where the width is not known. */
const usualBars = 100;

/** The shape of a song's sound as bars: played, loaded and not loaded told apart. For the eye: the slider tells its value. */
export function SeekWaveform({ path, share, readyShare }: WaveformProps & { readonly path: string }) {
  const { data: abilities } = useQuery(soundAbilitiesQuery);
  const { data: waveform } = useQuery({
    ...waveformQuery(path),
    enabled: abilities?.has_waveforms === true,
  });
  return waveform === undefined || waveform.length < 2 ? null : (
    <Bars waveform={waveform} share={share} readyShare={readyShare} />
  );
}

function Bars({ waveform, share, readyShare }: WaveformProps & { readonly waveform: Uint8Array }) {
  const shape = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(usualBars);
  useLayoutEffect(() => {
    const element = shape.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(() =>
      setCount(Math.max(Math.floor(element.clientWidth / barPixels), 1)),
    );
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const clipPath = useMemo(() => barOutline(barHeights(waveform, count)), [waveform, count]);
  return (
    <div
      ref={shape}
      aria-hidden="true"
      data-testid="waveform"
      className={styles['waveform']}
      style={{ clipPath, '--share': share, '--ready': readyShare } as CSSProperties}
    />
  );
}
