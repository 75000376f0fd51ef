import type { Pcm } from './pcm.ts';

/** What a test tone sounds like. */
export interface ToneOptions {
  seconds: number;
  /** Of the lowest partial. Default 440. */
  pitchHz?: number;
  /** Default 16000. */
  rate?: number;
  channels?: 1 | 2;
}

/**
 * A clearly audible note that is struck anew every half second, with a quiet third and fifth above it.
 * The gaps between the strokes keep lossless files small.
 */
export function makeTone({ seconds, pitchHz = 440, rate = 16000, channels = 1 }: ToneOptions): Pcm {
  const frames = Math.round(seconds * rate);
  const samples = new Int16Array(frames * channels);
  for (let i = 0; i < frames; i++) {
    const sinceStroke = (i / rate) % 0.5;
    const level = Math.min(1, sinceStroke * 100) * Math.exp(-6 * sinceStroke);
    const angle = 2 * Math.PI * pitchHz * (i / rate);
    const wave = 0.6 * Math.sin(angle) + 0.2 * Math.sin(angle * 1.25) + 0.2 * Math.sin(angle * 1.5);
    const value = Math.round(wave * level * 20000);
    for (let channel = 0; channel < channels; channel++) samples[i * channels + channel] = value;
  }
  return { samples, rate, channels };
}
