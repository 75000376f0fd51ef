import type { TrackSource } from '../../core/audio-engine.ts';
import type { Encoding } from '../../core/sources/song-facts.ts';
import { withoutEdits } from './mp4-edits.ts';
import { isTakenByEar, musicIn, sameSeconds } from './music-in.ts';

/** Longer tracks are not decoded, in seconds. */
const longestSeconds = 12 * 60;
/** What one track may take while it is decoded, in bytes. */
const mostBytes = 256 * 1024 * 1024;
/** What is kept of each end of a track, in seconds. */
const endSeconds = 9;
/** Tracks this short are kept whole: both ends would meet. In seconds. */
const wholeSeconds = 20;
/**
 * Ends that were taken by ear may be some samples off, and what is one too many there is a click: they come up from
 * silence and go down to it within so many seconds, which is too short to be heard.
 */
const softSeconds = 0.0007;
/** Tracks whose ends are kept: what plays and what follows, and one on the way. */
const mostKept = 3;

/** Both ends of a track, decoded, and where its music begins and ends in what decoders give. A short track is whole in both. */
export interface TrackEnds {
  /** The first frame of music, counted from the first that decoders give. In frames of the audio clock, as all. */
  readonly from: number;
  /** The end of the music, counted from there too. */
  readonly frames: number;
  /** Begins with what decoders give. */
  readonly head: AudioBuffer;
  /** Ends with the music. */
  readonly tail: AudioBuffer;
}

/** Has the music of a buffer come up from silence and go down to it, in so many samples each. */
const softenEnds = (
  buffer: AudioBuffer,
  { from, to, frames }: Record<'from' | 'to' | 'frames', number>,
): void => {
  for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
    const samples = buffer.getChannelData(channel);
    for (let at = 0; at < frames; at += 1) {
      const gain = (at + 0.5) / frames;
      for (const place of [from + at, to - 1 - at]) samples[place] = (samples[place] ?? 0) * gain;
    }
  }
};

/** What a decoder gave, and what is known of the file it was given. */
interface Decoded {
  readonly buffer: AudioBuffer;
  readonly encoding: Encoding | undefined;
}

interface EndsDeps {
  /** The bytes behind an address. @throws when they do not come */
  readonly fetchBytes: (url: string, signal: AbortSignal) => Promise<ArrayBuffer>;
  readonly decode: (bytes: ArrayBuffer) => Promise<AudioBuffer>;
  /** Frames `from` to `to` of a buffer, as a buffer of its own. */
  readonly cut: (buffer: AudioBuffer, from: number, to: number) => AudioBuffer;
  readonly sampleRate: number;
}

const isTooLong = (seconds: number | null, rate: number): boolean =>
  seconds !== null && (seconds > longestSeconds || seconds * rate * 8 > mostBytes);

/** Decodes tracks one after the other and keeps their ends only. */
export interface EndsKeeper {
  /**
   * The ends of a track of about so many seconds; null when it is too long, or cannot be decoded. Never rejects.
   * @param sourceNow the track, with what has come to be known of it
   */
  endsOf(sourceNow: () => TrackSource, seconds: number | null): Promise<TrackEnds | null>;
  /** What is on its way is not wanted any more. */
  abort(): void;
  clear(): void;
}

/** Decodes files as they are best decoded. */
const createDecoding = ({ decode, sampleRate: rate }: EndsDeps) => {
  const asItIs = async (bytes: ArrayBuffer, sourceNow: () => TrackSource): Promise<Decoded> => {
    const buffer = await decode(bytes);
    // Facts may have come while the file did.
    return { buffer, encoding: sourceNow().encoding };
  };
  /** All of the sound where a file knows it better than its list of edits, which is rounded. */
  return async (bytes: ArrayBuffer, sourceNow: () => TrackSource): Promise<Decoded> => {
    const { encoding } = sourceNow();
    const { codec, sampleRate, totalSamples } = encoding ?? {};
    const unedited = codec === 'aac' && sampleRate && totalSamples ? withoutEdits(bytes) : null;
    if (!encoding || !unedited || !sampleRate || !totalSamples) return asItIs(bytes, sourceNow);
    const buffer = await decode(unedited);
    // A decoder may leave out what it takes for added where no list tells.
    if (buffer.length / rate < totalSamples / sampleRate - sameSeconds / 2) return asItIs(bytes, sourceNow);
    // What nobody was told to leave out is there; of what lies behind the sound, decoders know by the frames.
    return { buffer, encoding: { ...encoding, padding: null } };
  };
};

/** Makes a keeper that holds nothing. */
export const createEndsKeeper = (deps: EndsDeps): EndsKeeper => {
  const rate = deps.sampleRate;
  const kept = new Map<string, TrackEnds | null>();
  let underWay = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  const decode = createDecoding(deps);
  const read = async (sourceNow: () => TrackSource, signal: AbortSignal): Promise<TrackEnds | null> => {
    try {
      const bytes = await deps.fetchBytes(sourceNow().url, signal);
      if (signal.aborted) return null;
      const { buffer, encoding } = await decode(bytes, sourceNow);
      if (buffer.length * buffer.numberOfChannels * 4 > mostBytes || buffer.length === 0) return null;
      const { from, to: frames } = musicIn(buffer.getChannelData(0), { rate, encoding });
      if (isTakenByEar(encoding))
        softenEnds(buffer, { from, to: frames, frames: Math.round(softSeconds * rate) });
      if (frames <= wholeSeconds * rate) {
        const head = frames === buffer.length ? buffer : deps.cut(buffer, 0, frames);
        return { from, frames, head, tail: head };
      }
      const length = endSeconds * rate;
      const tail = deps.cut(buffer, frames - length, frames);
      return { from, frames, head: deps.cut(buffer, 0, length), tail };
    } catch {
      // No such bytes, no memory, no such decoder: the track plays without.
      return null;
    }
  };
  const keep = (url: string, ends: TrackEnds | null): void => {
    kept.delete(url);
    kept.set(url, ends);
    for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
  };

  return {
    async endsOf(sourceNow, seconds) {
      const { url } = sourceNow();
      const known = kept.get(url);
      if (known !== undefined) {
        keep(url, known);
        return known;
      }
      if (isTooLong(seconds, deps.sampleRate)) return null;
      const { signal } = underWay;
      // One at a time: two decoded tracks at once would be twice the memory.
      const reading = last.then(() => (signal.aborted ? null : read(sourceNow, signal)));
      last = reading;
      const ends = await reading;
      if (!signal.aborted) keep(url, ends);
      return signal.aborted ? null : ends;
    },
    abort() {
      underWay.abort();
      underWay = new AbortController();
    },
    clear() {
      this.abort();
      kept.clear();
    },
  };
};
