import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { waveformKey } from '../../../api/sound/waveforms.ts';
import { part } from '../../../ui/layers/part.tsx';
import { usePlayerState } from '../player-context.tsx';
import type { WaveformProps } from './seek-waveform.tsx';

const SeekWaveform = part(async () => (await import('./seek-waveform.tsx')).SeekWaveform, {
  // The plain bar is as good to seek with.
  onFailure: () => {},
});

/** A song that sounds for so long is listened to; shapes of those that are passed by are not asked for. In milliseconds. */
const listenedMs = 1_000;

/** The shape of what plays, behind the slider that follows. Nothing until it is there; at once where it was drawn before. */
export function WaveformPart(props: WaveformProps) {
  const path = usePlayerState((state) => state.current?.song.path ?? null);
  const isHeard = usePlayerState((state) => state.isPlaying && !state.isBuffering);
  const [listenedPath, setListenedPath] = useState<string | null>(null);
  useEffect(() => {
    if (!isHeard) return undefined;
    const timer = setTimeout(() => setListenedPath(path), listenedMs);
    return () => clearTimeout(timer);
  }, [path, isHeard]);
  const queries = useQueryClient();
  const isShown =
    path !== null && (path === listenedPath || queries.getQueryData(waveformKey(path)) !== undefined);
  return isShown ? <SeekWaveform key={path} path={path} {...props} /> : null;
}
