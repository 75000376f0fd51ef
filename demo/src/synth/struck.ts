import { type Bus, midiToHz, type Note, panGains, type Voice } from './bus.ts';

/** One ringing part of a struck body. */
export interface Partial {
  /** Of the note's frequency. */
  ratio: number;
  gain: number;
  /** Until it has fallen to a third, at middle C; higher notes fade sooner. */
  seconds: number;
}

/** What a struck or hammered body sounds like. */
export interface StruckSpec {
  partials: readonly Partial[];
  /** How fast the sound dies once the key is let go; Infinity lets it ring. */
  releaseSeconds: number;
  /** Loudness of the noise of the stroke. */
  click?: number;
  gain: number;
}

/** A body that rings in damped sine waves: piano, bells, glass, music box. */
export function struckVoice(spec: StruckSpec): Voice {
  return (bus, note, random) => {
    const hz = midiToHz(note.midi);
    const [left, right] = panGains(note.pan);
    const level = spec.gain * note.velocity ** 1.5;
    const brightness = 0.55 + 0.45 * note.velocity;
    spec.partials.forEach((partial, index) => {
      const frequency = hz * partial.ratio;
      if (frequency > bus.rate * 0.45) return;
      const loudness = level * partial.gain * brightness ** index;
      const seconds = partial.seconds * (262 / hz) ** 0.45;
      ring(bus, note, {
        angle: (2 * Math.PI * frequency) / bus.rate,
        seconds,
        releaseSeconds: spec.releaseSeconds,
        left: loudness * left,
        right: loudness * right,
      });
    });
    if (spec.click) click(bus, note, { level: level * spec.click, random });
  };
}

interface Ringing {
  /** Radians a frame. */
  angle: number;
  seconds: number;
  releaseSeconds: number;
  left: number;
  right: number;
}

/** A damped sine wave, let go when the key is. */
function ring(bus: Bus, note: Note, { angle, seconds, releaseSeconds, left, right }: Ringing): void {
  const start = Math.round(note.startSeconds * bus.rate);
  const held = Math.round(note.seconds * bus.rate);
  // What is 50 dB below a full tone is not heard any more beside others; weak partials get there sooner.
  const lives = Math.log(Math.max(2, 330 * (left + right)));
  const heldLife = Math.round(seconds * lives * bus.rate);
  const state: Oscillation = { before1: 0, before2: -Math.sin(angle), angle, left, right };
  swing(bus, state, { from: start, frames: Math.min(held, heldLife), seconds });
  if (heldLife <= held) return;
  const after = Math.min(seconds, releaseSeconds);
  const frames = Math.min(heldLife - held, Math.round(after * lives * bus.rate));
  swing(bus, state, { from: start + held, frames, seconds: after });
}

/** A wave in the midst of its swing: its last two values, by which it goes on. */
interface Oscillation {
  before1: number;
  before2: number;
  angle: number;
  left: number;
  right: number;
}

/** Goes on for so many frames by the two-term recurrence, which costs two multiplications a frame. */
function swing(
  { left: outLeft, right: outRight, rate }: Bus,
  state: Oscillation,
  { from, frames, seconds }: { from: number; frames: number; seconds: number },
): void {
  const shrink = Math.exp(-1 / (seconds * rate));
  const a = 2 * shrink * Math.cos(state.angle);
  const b = shrink * shrink;
  const { left, right } = state;
  let { before1, before2 } = state;
  const end = Math.min(from + frames, outLeft.length);
  for (let i = from; i < end; i++) {
    const value = a * before1 - b * before2;
    before2 = before1;
    before1 = value;
    outLeft[i] = (outLeft[i] as number) + value * left;
    outRight[i] = (outRight[i] as number) + value * right;
  }
  state.before1 = before1;
  state.before2 = before2;
}

/** A few milliseconds of soft noise. */
function click(bus: Bus, note: Note, { level, random }: { level: number; random: () => number }): void {
  const start = Math.round(note.startSeconds * bus.rate);
  const frames = Math.round(0.012 * bus.rate);
  let smooth = 0;
  for (let i = 0; i < frames && start + i < bus.left.length; i++) {
    smooth += 0.25 * (random() * 2 - 1 - smooth);
    const value = smooth * level * (1 - i / frames) ** 2;
    bus.left[start + i] = (bus.left[start + i] as number) + value;
    bus.right[start + i] = (bus.right[start + i] as number) + value;
  }
}
