import type { Bus } from './bus.ts';

/** The room in which a song is played. */
export interface Room {
  /** How much of the room is heard, 0 to 1. */
  wet: number;
  /** Seconds until an echo has died. */
  seconds: number;
  /** 0 hard walls to 1 heavy curtains. */
  damping: number;
}

/** Lengths of the loops in seconds, apart so that their echoes never fall together. */
const COMBS = [0.0297, 0.0371, 0.0411, 0.0437, 0.0503, 0.0571];
const DIFFUSERS = [0.0051, 0.0077, 0.0126];
/** How much longer the right side's loops are, for width. */
const SPREAD_SECONDS = 0.0007;

/** Adds the sound of the room, in the manner of Schroeder: loops side by side, then diffusers in a row. */
export function addRoom(bus: Bus, room: Room): void {
  const input = new Float32Array(bus.left.length);
  for (let i = 0; i < input.length; i++) {
    input[i] = 0.5 * ((bus.left[i] as number) + (bus.right[i] as number));
  }
  [bus.left, bus.right].forEach((channel, side) => {
    let echo = sumOfCombs(input, { rate: bus.rate, extra: side * SPREAD_SECONDS, room });
    for (const seconds of DIFFUSERS) {
      echo = diffuse(echo, Math.round((seconds + side * SPREAD_SECONDS) * bus.rate));
    }
    const dry = 1 - room.wet * 0.4;
    for (let i = 0; i < channel.length; i++) {
      channel[i] = dry * (channel[i] as number) + room.wet * (echo[i] as number);
    }
  });
}

function sumOfCombs(
  input: Float32Array,
  { rate, extra, room }: { rate: number; extra: number; room: Room },
): Float32Array {
  const output = new Float32Array(input.length);
  for (const seconds of COMBS) {
    const size = Math.round((seconds + extra) * rate);
    const loop = new Float32Array(size);
    const feedback = 10 ** ((-3 * (size / rate)) / room.seconds);
    const pass = 1 - room.damping * 0.8;
    let at = 0;
    let smooth = 0;
    for (let i = 0; i < input.length; i++) {
      const value = loop[at] as number;
      smooth += pass * (value - smooth);
      loop[at] = (input[i] as number) + smooth * feedback;
      if (++at === size) at = 0;
      output[i] = (output[i] as number) + value * 0.28;
    }
  }
  return output;
}

function diffuse(input: Float32Array, size: number): Float32Array {
  const output = new Float32Array(input.length);
  const loop = new Float32Array(size);
  let at = 0;
  for (let i = 0; i < input.length; i++) {
    const delayed = loop[at] as number;
    const value = (input[i] as number) + 0.6 * delayed;
    loop[at] = value;
    output[i] = delayed - 0.6 * value;
    if (++at === size) at = 0;
  }
  return output;
}
