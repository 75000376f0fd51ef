import type { Pcm } from '@tonearm/song-files';
import type { Bus } from './bus.ts';

/** Mean loudness that songs are brought to, so that albums of plucked and of held sounds are alike. */
const WANTED_RMS = 0.13;

/** A song of sharp strokes is raised at most so far above what its highest peak would allow. */
const MOST_OVER_PEAK = 2.2;

/** Above this the sound is bent so that it never reaches 1. */
const KNEE = 0.6;
const HEADROOM = 0.34;

/** The finished sound: of even loudness, with soft ends. */
export function master(bus: Bus, fadeSeconds: number): Pcm {
  const { left, right, rate } = bus;
  const frames = left.length;
  const gain = gainFor(bus);
  const fadeIn = Math.round(0.02 * rate);
  const fadeOut = Math.round(fadeSeconds * rate);
  const samples = new Int16Array(frames * 2);
  for (let i = 0; i < frames; i++) {
    const edge = Math.min(1, i / fadeIn, (frames - 1 - i) / fadeOut);
    const level = gain * edge * (2 - edge);
    samples[i * 2] = Math.round(bend((left[i] as number) * level) * 32767);
    samples[i * 2 + 1] = Math.round(bend((right[i] as number) * level) * 32767);
  }
  return { samples, rate, channels: 2 };
}

function gainFor({ left, right }: Bus): number {
  let peak = 1e-9;
  let sum = 0;
  for (let i = 0; i < left.length; i++) {
    const l = left[i] as number;
    const r = right[i] as number;
    peak = Math.max(peak, Math.abs(l), Math.abs(r));
    sum += l * l + r * r;
  }
  const rms = Math.sqrt(sum / (2 * left.length)) + 1e-9;
  return Math.min(WANTED_RMS / rms, (MOST_OVER_PEAK * (KNEE + HEADROOM)) / peak);
}

function bend(value: number): number {
  const size = Math.abs(value);
  if (size <= KNEE) return value;
  return Math.sign(value) * (KNEE + HEADROOM * Math.tanh((size - KNEE) / HEADROOM));
}
