import type { SoundTarget } from '@tonearm/contract';
import { call } from '../client.ts';

/** What the server knows of a song's sound: gains of tags or of measuring, coding and length. Null when it is not told. */
export const soundFacts = async (path: string) => {
  try {
    const [facts] = await call('getSoundFacts', { body: { paths: [path] } });
    if (!facts) return null;
    const { gain } = facts;
    return {
      gains: gain && {
        trackDb: gain.track_db,
        albumDb: gain.album_db,
        trackPeak: gain.track_peak,
        albumPeak: gain.album_peak,
      },
      codec: facts.codec,
      bitRate: facts.bit_rate,
      sampleRate: facts.sample_rate,
      delay: facts.encoder_delay,
      padding: facts.encoder_padding,
      totalSamples: facts.total_samples,
      durationSeconds: facts.duration_ms === null ? null : facts.duration_ms / 1000,
    };
  } catch {
    // It plays as it is.
    return null;
  }
};

/** What the server converts songs into, asked when it is first needed, and again when no answer came. */
export const createTargets = (onNews: () => void) => {
  let formats: readonly SoundTarget[] | null = null;
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    try {
      ({ formats } = await call('getSoundAbilities'));
      onNews();
    } catch {
      asking = null;
    }
  };
  const ready = (): Promise<void> => {
    asking ??= ask();
    return asking;
  };
  return {
    /** Resolves when they are known, or could not be had. */
    ready,
    /** Null until they are known. */
    known(): readonly SoundTarget[] | null {
      void ready();
      return formats;
    },
  };
};
