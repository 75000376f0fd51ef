import type { MediaElement } from '../media-element.ts';
import type { HeardPiece } from './find-shift.ts';
import type { SoundGraph, VoiceStart } from './sound-graph.ts';

/** A graph for tests: its clock stands until it is set, and it notes what sounds. */
export interface FakeSoundGraph extends SoundGraph {
  /** Sets the clock of the sound, in seconds. */
  at(seconds: number): void;
  /** What is heard of elements from now on. */
  hears(piece: HeardPiece | null): void;
  turn(isRunning: boolean): void;
  readonly voices: (VoiceStart & { buffer: AudioBuffer; endsAt: number | null; gain: number })[];
  readonly hushed: Set<MediaElement>;
  readonly delays: Map<MediaElement, number>;
  isClosed: boolean;
}

/** A sample rate that makes frames easy to count. */
export const fakeRate = 10_000;

/** A buffer of one side. */
export const fakeBuffer = (samples: Float32Array): AudioBuffer =>
  ({
    length: samples.length,
    duration: samples.length / fakeRate,
    sampleRate: fakeRate,
    numberOfChannels: 1,
    getChannelData: () => samples,
  }) as unknown as AudioBuffer;

/** Makes a graph without sound. */
export const createFakeSoundGraph = (): FakeSoundGraph => {
  const routed = new Set<MediaElement>();
  const hushed = new Set<MediaElement>();
  const delays = new Map<MediaElement, number>();
  const voices: FakeSoundGraph['voices'] = [];
  const listeners: (() => void)[] = [];
  let now = 0;
  let isRunning = true;
  let heard: HeardPiece | null = null;
  const graph: FakeSoundGraph = {
    sampleRate: fakeRate,
    voices,
    hushed,
    delays,
    isClosed: false,
    at(seconds) {
      now = seconds;
    },
    hears(piece) {
      heard = piece;
    },
    turn(isOn) {
      isRunning = isOn;
      for (const listener of listeners) listener();
    },
    nowSeconds: () => now,
    isRunning: () => isRunning,
    route: (element) => routed.add(element),
    isRouted: (element) => routed.has(element),
    setElementGain() {},
    hush(element, isHushed, atSeconds) {
      // What is ordered for later is a way out that these tests do not wait for.
      if (isHushed) hushed.add(element);
      else if (atSeconds <= now + 0.2) hushed.delete(element);
    },
    setDelay: (element, frames) => delays.set(element, frames),
    delayOf: (element) => delays.get(element) ?? 0,
    listen: () => Promise.resolve(heard),
    sound(buffer, start) {
      const voice = { ...start, buffer, endsAt: null as number | null };
      voices.push(voice);
      return {
        setGain(gain) {
          Object.assign(voice, { gain });
        },
        endAt(seconds) {
          voice.endsAt = seconds;
        },
      };
    },
    decode: () => Promise.reject(new Error('nothing is decoded here')),
    cut: (buffer) => buffer,
    resume() {},
    suspend() {},
    onStateChange: (listener) => listeners.push(listener),
    setSink: () => Promise.resolve(),
    close() {
      graph.isClosed = true;
    },
  };
  return graph;
};
