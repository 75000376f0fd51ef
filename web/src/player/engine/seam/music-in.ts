import type { Encoding } from '../../core/sources/song-facts.ts';
import { mp3Delay } from '../encoder-silence.ts';

/** From its first frame to the one after its last. */
interface Music {
  readonly from: number;
  readonly to: number;
}

/** Lengths that differ by no more are the same: rates are converted, and files round to milliseconds. In seconds. */
export const sameSeconds = 0.0012;
/** Facts that would have more cut than this are about something else. In seconds. */
const mostSeconds = 0.15;

/** What it ends with at most: the rest of a frame, and what makes the last one whole. */
const mp3MostPadding = 1440;
/** What is softer than this share of what lies beside it is not music but what encoders make of silence. */
const softShare = 0.2;
/** Loudness is that of so many samples. */
const besideSamples = 2048;
/** Sound may begin so much before the delay that is expected: encoders smear it. In samples. */
const smearSamples = 64;
/** Quieter than this (-80 dB), nothing is to be told from what encoders add. */
const leastLoudness = 0.0001;

/**
 * Where the music lies in what a decoder gave: some leave out what encoders add, some do not. What is known of the file
 * decides; of MP3 that does not tell, what it sounds like.
 * @param rate of the samples, hertz
 */
export const musicIn = (
  samples: Float32Array,
  { rate, encoding }: { rate: number; encoding: Encoding | undefined },
): Music => {
  const whole = { from: 0, to: samples.length };
  const { sampleRate, totalSamples } = encoding ?? {};
  if (!encoding || !sampleRate) return whole;
  if (totalSamples)
    return cutByFacts(samples.length, { encoding, totalSamples, rate, scale: rate / sampleRate });
  return isTakenByEar(encoding) ? cutByEar(samples, rate / sampleRate) : whole;
};

/** Whether a file does not tell where its music lies, so that it is listened to, and may be some samples off. */
export const isTakenByEar = (encoding: Encoding | undefined): boolean =>
  encoding?.codec === 'mp3' && encoding.delay === null && !!encoding.sampleRate && !encoding.totalSamples;

const cutByFacts = (
  length: number,
  {
    encoding,
    totalSamples,
    rate,
    scale,
  }: { encoding: Encoding; totalSamples: number; rate: number; scale: number },
): Music => {
  const whole = { from: 0, to: length };
  const music = Math.round(totalSamples * scale);
  const extra = length - music;
  const same = sameSeconds * rate;
  if (extra <= same || extra > mostSeconds * rate) return whole;
  const delay = Math.round((encoding.delay ?? 0) * scale);
  const padding = Math.round((encoding.padding ?? 0) * scale);
  // Either side may have been left out already.
  if (Math.abs(extra - padding) <= same) return { from: 0, to: music };
  const from = Math.min(delay, extra);
  return { from, to: from + music };
};

const cutByEar = (samples: Float32Array, scale: number): Music => {
  const delay = Math.round(mp3Delay * scale);
  const most = Math.round(mp3MostPadding * scale);
  const { length } = samples;
  if (length < 4 * (most + besideSamples)) return { from: 0, to: length };
  const soft = softFrames((at) => samples[at] ?? 0, most);
  return {
    from: soft >= delay - smearSamples * scale ? delay : soft,
    to: length - softSamplesAtEnd(samples, scale),
  };
};

/**
 * How many samples at the end of MP3 that does not tell are what its encoder made of silence.
 * @param scale how many samples there are to one of the file
 */
export const softSamplesAtEnd = (samples: Float32Array, scale: number): number => {
  const most = Math.round(mp3MostPadding * scale);
  const { length } = samples;
  if (length < 2 * (most + besideSamples)) return 0;
  return softFrames((at) => samples[length - 1 - at] ?? 0, most);
};

/** How many samples are soft beside what follows them, up to so many. */
const softFrames = (sampleAt: (at: number) => number, most: number): number => {
  let sum = 0;
  for (let at = most; at < most + besideSamples; at += 1) sum += sampleAt(at) ** 2;
  const loudness = Math.sqrt(sum / besideSamples);
  if (loudness < leastLoudness) return 0;
  for (let at = 0; at < most; at += 1) if (Math.abs(sampleAt(at)) > loudness * softShare) return at;
  return most;
};
