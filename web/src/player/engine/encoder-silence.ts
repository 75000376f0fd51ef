import type { TrackSource } from '../core/audio-engine.ts';

/** What MP3 without a header of its encoder begins with, in samples: the delay of LAME (576) and that of decoders (529). */
export const mp3Delay = 1105;

/** MP3 that does not tell what its encoder put around the sound, and so no browser leaves it out. @returns its samples a second */
const untoldRate = ({ conversion, encoding }: TrackSource): number | null =>
  conversion === undefined && encoding?.codec === 'mp3' && encoding.delay === null
    ? encoding.sampleRate
    : null;

/**
 * Chromium drops what an Opus file begins with (312 samples at 48 kHz in what libopus writes) twice, and with it the
 * first 6.5 ms of sound, unless it was sent somewhere: to this place, in seconds.
 */
const opusFromSeconds = 0.000_001;
/** It counts those samples in the length, too: where the samples of a file are not known, the sound ends so much before. */
const opusExcess = 0.0065;
const mostOpusExcess = 0.02;

const isOpus = ({ conversion, url }: TrackSource): boolean =>
  conversion === undefined && /\.opus($|\?)/i.test(url);

/** Where an element that waits for its turn is to be sent, in seconds; null where it is well as it is. */
export const placeToBegin = (source: TrackSource | null): number | null =>
  source !== null && isOpus(source) ? opusFromSeconds : null;

/** How long a track is silent at its beginning, in seconds: what its encoder made of nothing. */
export const silentSeconds = (source: TrackSource | null): number => {
  const rate = source === null ? null : untoldRate(source);
  return rate === null ? 0 : mp3Delay / rate;
};

/**
 * How much earlier than its length the sound of an Opus file ends, in seconds. Firefox counts nothing else in lengths:
 * where the samples of a file are known, its length tells.
 */
export const opusExcessSeconds = (source: TrackSource | null, lengthSeconds: number): number => {
  if (source === null || !(isOpus(source) || /[?&]format=opus/i.test(source.url))) return 0;
  const { totalSamples, sampleRate } = source.encoding ?? {};
  if (!totalSamples || !sampleRate) return opusExcess;
  return Math.min(Math.max(lengthSeconds - totalSamples / sampleRate, 0), mostOpusExcess);
};

/** Reads what an encoder put behind the sound of a file, in seconds. @throws when it cannot be read */
export type ReadPadding = (url: string, sampleRate: number) => Promise<number>;

/** Files that are remembered: what plays and what follows. */
const mostKnown = 4;

/** Knows how much earlier than its length the sound of tracks ends, of those that have to be asked. */
export interface Paddings {
  /** Asks, where that was not done yet. Only to be called once the track itself needs nothing more. */
  ask(source: TrackSource): void;
  /** In seconds; 0 while nothing is known. */
  secondsOf(source: TrackSource | null): number;
}

/** Asks about each file once. */
export const createPaddings = (read: ReadPadding): Paddings => {
  const known = new Map<string, number>();
  return {
    ask(source) {
      const { url } = source;
      const rate = untoldRate(source);
      if (rate === null || known.has(url)) return;
      known.set(url, 0);
      for (const oldest of [...known.keys()].slice(0, -mostKnown)) known.delete(oldest);
      read(url, rate).then(
        (seconds) => known.has(url) && known.set(url, seconds),
        // Without it there is a moment of silence, as in every such file.
        () => {},
      );
    },
    secondsOf: (source) => (source === null ? 0 : (known.get(source.url) ?? 0)),
  };
};
