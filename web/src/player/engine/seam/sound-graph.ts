import type { MediaElement } from '../media-element.ts';
import type { HeardPiece } from './find-shift.ts';

/** A buffer that sounds, or is to sound. */
export interface Voice {
  setGain(gain: number): void;
  /** Ends it at a time of the audio clock, faded over a moment that begins then. */
  endAt(seconds: number): void;
}

/** The part of Web Audio that seams need, on one clock. Frames and seconds are those of the audio clock. */
export interface SoundGraph {
  readonly sampleRate: number;
  nowSeconds(): number;
  /** Sound comes out of it. */
  isRunning(): boolean;
  /** Leads an element through here for good. Only to be called while it is silent. */
  route(element: MediaElement): void;
  isRouted(element: MediaElement): boolean;
  /** How loud an element is, on top of its own volume. */
  setElementGain(element: MediaElement, gain: number): void;
  /** Fades a routed element out or in, over a moment that begins at `atSeconds`. */
  hush(element: MediaElement, isHushed: boolean, atSeconds: number): void;
  /** Has an element heard later, by whole frames. */
  setDelay(element: MediaElement, frames: number): void;
  delayOf(element: MediaElement): number;
  /** Listens to the left side of an element for some 0.2 s, hushed or not. Null when nothing came of it. */
  listen(element: MediaElement): Promise<HeardPiece | null>;
  /** Plays a buffer from one of its frames, to begin at a frame of the audio clock. */
  sound(buffer: AudioBuffer, how: VoiceStart): Voice;
  decode(bytes: ArrayBuffer): Promise<AudioBuffer>;
  cut(buffer: AudioBuffer, from: number, to: number): AudioBuffer;
  resume(): void;
  suspend(): void;
  onStateChange(listener: () => void): void;
  /** Moves all sound to an output device; the empty name is the usual one. */
  setSink(id: string): Promise<void>;
  close(): void;
}

export interface VoiceStart {
  readonly atFrame: number;
  readonly fromFrame: number;
  readonly gain: number;
  /** Fades in over the moment in which what sounded before fades out. */
  readonly isFadedIn: boolean;
}

/** How long fades between two copies of one sound last, in seconds. */
export const fadeSeconds = 0.01;
/** How much is listened to, in frames. */
const heardFrames = 8192;
/** The clock that is heard beside the sound counts to this and begins anew: 1.4 s. */
const clockFrames = 65_536;
/** Longest that an element can be held back, in seconds. */
const longestDelaySeconds = 1;
/** Listening that takes this long has failed: the browser holds the sound back. */
const listenPatienceMs = 2000;

interface Route {
  readonly source: MediaElementAudioSourceNode;
  readonly delay: DelayNode;
  /** What is too loud or too quiet by its tags. */
  readonly level: GainNode;
  readonly hush: GainNode;
  delayFrames: number;
}

/** Makes the graph of a page: one context, which every element and every buffer goes through. */
export const createSoundGraph = (context: AudioContext): SoundGraph => {
  const routes = new Map<MediaElement, Route>();
  let clock: AudioBufferSourceNode | null = null;
  let clockStartFrame = 0;
  let recorder: Recorder | null = null;

  /** A sound whose every sample says which one it is: heard beside another, it dates that one exactly. */
  const runningClock = (): AudioBufferSourceNode => {
    if (clock !== null) return clock;
    const buffer = context.createBuffer(1, clockFrames, context.sampleRate);
    buffer.copyToChannel(
      Float32Array.from({ length: clockFrames }, (_, index) => index / clockFrames),
      0,
    );
    clock = new AudioBufferSourceNode(context, { buffer, loop: true });
    clockStartFrame = Math.ceil((context.currentTime + 0.05) * context.sampleRate);
    clock.start(clockStartFrame / context.sampleRate);
    // What leads nowhere stands still.
    clock.connect(new GainNode(context, { gain: 0 })).connect(context.destination);
    return clock;
  };
  /** The frame that the clock names, near the present. */
  const frameOf = (clockValue: number): number => {
    const frame = clockStartFrame + Math.round(clockValue * clockFrames);
    const present = context.currentTime * context.sampleRate;
    return frame + Math.round((present - frame) / clockFrames) * clockFrames;
  };
  const ramp = (node: GainNode, to: number, atSeconds: number): void => {
    const { gain } = node;
    const from = atSeconds > context.currentTime ? 1 - to : gain.value;
    gain.cancelScheduledValues(0);
    gain.setValueAtTime(from, atSeconds);
    gain.linearRampToValueAtTime(to, atSeconds + fadeSeconds);
  };

  return {
    sampleRate: context.sampleRate,
    nowSeconds: () => context.currentTime,
    isRunning: () => context.state === 'running',
    isRouted: (element) => routes.has(element),
    route(element) {
      if (routes.has(element)) return;
      const source = sourceOf(context, element);
      if (source === null) return;
      const delay = context.createDelay(longestDelaySeconds);
      const level = context.createGain();
      const hush = context.createGain();
      source.connect(delay).connect(level).connect(hush).connect(context.destination);
      routes.set(element, { source, delay, level, hush, delayFrames: 0 });
    },
    setElementGain(element, gain) {
      const route = routes.get(element);
      if (route !== undefined) route.level.gain.value = gain;
    },
    hush(element, isHushed, atSeconds) {
      const route = routes.get(element);
      if (route !== undefined) ramp(route.hush, isHushed ? 0 : 1, Math.max(atSeconds, context.currentTime));
    },
    setDelay(element, frames) {
      const route = routes.get(element);
      if (route === undefined || route.delayFrames === frames) return;
      route.delayFrames = frames;
      route.delay.delayTime.value = frames / context.sampleRate;
    },
    delayOf: (element) => routes.get(element)?.delayFrames ?? 0,
    listen(element) {
      const route = routes.get(element);
      if (route === undefined) return Promise.resolve(null);
      recorder ??= createRecorder(context, frameOf);
      return recorder.record(route.delay, runningClock());
    },
    sound(buffer, { atFrame, fromFrame, gain, isFadedIn }) {
      const at = atFrame / context.sampleRate;
      const source = new AudioBufferSourceNode(context, { buffer });
      const level = new GainNode(context, { gain });
      const fade = new GainNode(context, { gain: isFadedIn ? 0 : 1 });
      if (isFadedIn) ramp(fade, 1, at);
      source.connect(level).connect(fade).connect(context.destination);
      source.onended = () => fade.disconnect();
      source.start(at, fromFrame / context.sampleRate);
      return {
        setGain(next) {
          level.gain.value = next;
        },
        endAt(seconds) {
          const from = Math.max(seconds, context.currentTime);
          ramp(fade, 0, from);
          source.stop(from + fadeSeconds);
        },
      };
    },
    decode: (bytes) => context.decodeAudioData(bytes),
    cut(buffer, from, to) {
      const piece = context.createBuffer(buffer.numberOfChannels, to - from, buffer.sampleRate);
      for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
        piece.copyToChannel(buffer.getChannelData(channel).subarray(from, to), channel);
      }
      return piece;
    },
    resume: () => void context.resume().catch(() => {}),
    suspend: () => void context.suspend().catch(() => {}),
    onStateChange: (listener) => context.addEventListener('statechange', listener),
    async setSink(id) {
      await (context as { setSinkId?: (id: string) => Promise<void> }).setSinkId?.(id);
    },
    close() {
      routes.clear();
      void context.close().catch(() => {});
    },
  };
};

/** Null when something else has led the element elsewhere, as equalisers in browsers do: it stays there. */
const sourceOf = (context: AudioContext, element: MediaElement): MediaElementAudioSourceNode | null => {
  try {
    return context.createMediaElementSource(element as HTMLMediaElement);
  } catch {
    return null;
  }
};

interface Recorder {
  record(heard: AudioNode, clock: AudioNode): Promise<HeardPiece | null>;
}

/**
 * Records pieces beside the clock, both as sides of one sound: whatever delays one delays the other. A script
 * processor, because worklets exist on secure pages only and most people reach their server without.
 */
const createRecorder = (context: AudioContext, frameOf: (clockValue: number) => number): Recorder => {
  const splitter = context.createChannelSplitter(2);
  const merger = context.createChannelMerger(2);
  const processor = context.createScriptProcessor(heardFrames, 2, 1);
  splitter.connect(merger, 0, 0);
  merger.connect(processor);
  return {
    record: (heard, clock) =>
      new Promise((resolve) => {
        const finish = (piece: HeardPiece | null): void => {
          clearTimeout(timer);
          processor.onaudioprocess = null;
          heard.disconnect(splitter);
          clock.disconnect(merger);
          processor.disconnect();
          resolve(piece);
        };
        const timer = setTimeout(() => finish(null), listenPatienceMs);
        processor.onaudioprocess = ({ inputBuffer }) => {
          const clockValues = inputBuffer.getChannelData(1);
          const lastFrame = frameOf(clockValues.at(-1) ?? 0);
          const firstFrame = frameOf(clockValues[0] ?? 0);
          // A piece with a hole in it, or one that began before the clock.
          if (lastFrame - firstFrame !== clockValues.length - 1) return;
          finish({ samples: inputBuffer.getChannelData(0).slice(), firstFrame });
        };
        heard.connect(splitter);
        clock.connect(merger, 0, 1);
        processor.connect(context.destination);
      }),
  };
};
