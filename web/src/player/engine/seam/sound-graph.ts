import type { MediaElement } from '../media-element.ts';
import { createElementRoutes } from './element-routes.ts';
import type { HeardPiece } from './find-shift.ts';
import { createDatedRecorder } from './heard-clock.ts';
import { fadeSeconds, ramp } from './ramp.ts';

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

/** Makes the graph of a page: one context, which every element and every buffer goes through. */
export const createSoundGraph = (context: AudioContext): SoundGraph => {
  const { heardAt, clear, ...routes } = createElementRoutes(context);
  const recorder = createDatedRecorder(context);
  return {
    ...routes,
    sampleRate: context.sampleRate,
    nowSeconds: () => context.currentTime,
    isRunning: () => context.state === 'running',
    listen(element) {
      const node = heardAt(element);
      return node === undefined ? Promise.resolve(null) : recorder.record(node);
    },
    sound: (buffer, how) => startVoice(context, buffer, how),
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
      clear();
      void context.close().catch(() => {});
    },
  };
};

const startVoice = (
  context: AudioContext,
  buffer: AudioBuffer,
  { atFrame, fromFrame, gain, isFadedIn }: VoiceStart,
): Voice => {
  const at = atFrame / context.sampleRate;
  const source = new AudioBufferSourceNode(context, { buffer });
  const level = new GainNode(context, { gain });
  const fade = new GainNode(context, { gain: isFadedIn ? 0 : 1 });
  if (isFadedIn) ramp(context, fade, { to: 1, atSeconds: at });
  source.connect(level).connect(fade).connect(context.destination);
  source.onended = () => fade.disconnect();
  source.start(at, fromFrame / context.sampleRate);
  return {
    setGain(next) {
      level.gain.value = next;
    },
    endAt(seconds) {
      const from = Math.max(seconds, context.currentTime);
      ramp(context, fade, { to: 0, atSeconds: from });
      source.stop(from + fadeSeconds);
    },
  };
};
