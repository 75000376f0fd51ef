/** Pairs of a minute of sound: one for each 15 ms. */
const pairsPerMinute = 4000;

/** Silence, of 256 steps. */
const silence = 128;

/**
 * Makes a waveform of sound as it comes: for every 15 ms the least and the greatest sample, of all channels together, in
 * 256 steps around 128, as version 8 has it.
 */
export interface WaveformMaker {
  /** @param samples of all channels in turns, 16 bits each, whole frames */
  add(samples: Int16Array): void;
  /** Least and greatest in turns; the last window counts when it is whole. */
  finish(): Buffer;
  /** Frames so far. */
  frames(): number;
}

/** @param format hertz and channels of the samples */
export const createWaveformMaker = (format: { sampleRate: number; channels: number }): WaveformMaker => {
  const { sampleRate, channels } = format;
  const windowFrames = Math.max(1, Math.round((sampleRate * 60) / pairsPerMinute));
  let pairs = Buffer.alloc(2 * pairsPerMinute);
  let length = 0;
  let frames = 0;
  let left = windowFrames;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;

  const step = (sum: number): number => Math.floor(sum / channels / 256) + silence;

  const endWindow = (): void => {
    if (length === pairs.length) pairs = Buffer.concat([pairs, Buffer.alloc(pairs.length)]);
    pairs[length] = step(least);
    pairs[length + 1] = step(greatest);
    length += 2;
    left = windowFrames;
    least = Number.POSITIVE_INFINITY;
    greatest = Number.NEGATIVE_INFINITY;
  };

  return {
    add: (samples) => {
      for (let at = 0; at + channels <= samples.length; at += channels) {
        let sum = 0;
        for (let channel = 0; channel < channels; channel += 1) sum += samples[at + channel] ?? 0;
        if (sum < least) least = sum;
        if (sum > greatest) greatest = sum;
        left -= 1;
        if (left === 0) endWindow();
      }
      frames += Math.floor(samples.length / channels);
    },
    finish: () => Buffer.from(pairs.subarray(0, length)),
    frames: () => frames,
  };
};

/** The same waveform in fewer pairs, each of which covers all that it stands for; never in more than there are. */
export const reduceWaveform = (waveform: Uint8Array, pairCount: number): Buffer => {
  const pairs = Math.floor(waveform.length / 2);
  const count = Math.min(pairCount, pairs);
  const reduced = Buffer.alloc(2 * count);
  for (let index = 0; index < count; index += 1) {
    const end = Math.floor(((index + 1) * pairs) / count);
    let least = 255;
    let greatest = 0;
    for (let pair = Math.floor((index * pairs) / count); pair < end; pair += 1) {
      least = Math.min(least, waveform[2 * pair] ?? 255);
      greatest = Math.max(greatest, waveform[2 * pair + 1] ?? 0);
    }
    reduced[2 * index] = least;
    reduced[2 * index + 1] = greatest;
  }
  return reduced;
};
