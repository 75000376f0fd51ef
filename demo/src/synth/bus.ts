/** Where voices are mixed: two channels of floats, about -1 to 1. */
export interface Bus {
  left: Float32Array;
  right: Float32Array;
  /** Frames a second. */
  rate: number;
}

/** Silence of so many seconds. */
export function createBus(seconds: number, rate: number): Bus {
  const frames = Math.ceil(seconds * rate);
  return { left: new Float32Array(frames), right: new Float32Array(frames), rate };
}

/** One note to be sounded. */
export interface Note {
  startSeconds: number;
  /** How long the key is held. */
  seconds: number;
  midi: number;
  /** 0 to 1. */
  velocity: number;
  /** -1 left to 1 right. */
  pan: number;
}

/** Adds a note to the bus. `random` gives small differences. */
export type Voice = (bus: Bus, note: Note, random: () => number) => void;

/** The frequency of a key in equal temperament. */
export function midiToHz(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/** Left and right loudness of a place between the speakers, of equal power. */
export function panGains(pan: number): [left: number, right: number] {
  const angle = ((pan + 1) * Math.PI) / 4;
  return [Math.cos(angle), Math.sin(angle)];
}
