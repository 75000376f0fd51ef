import { midiToHz, panGains, type Voice } from './bus.ts';

/** What a string that is plucked sounds like. */
export interface PluckedSpec {
  /** 0 dull to 1 bright: how sharp the pluck is. */
  brightness: number;
  /** Until it has fallen to a third, at middle C. */
  seconds: number;
  /** Once it is damped; Infinity lets it ring. */
  releaseSeconds: number;
  /** Where it is plucked, as a part of its length; near 0.5 is hollow, near 0.1 nasal. */
  place: number;
  gain: number;
}

/** A string by the method of Karplus and Strong: noise that runs round a loop and is smoothed each time. */
export function pluckedVoice(spec: PluckedSpec): Voice {
  return (bus, note, random) => {
    const hz = midiToHz(note.midi);
    const period = bus.rate / hz - 0.5;
    const size = Math.floor(period);
    const loop = excite(size, spec, { velocity: note.velocity, random });
    const tune = (1 - (period - size)) / (1 + (period - size));
    const seconds = spec.seconds * (262 / hz) ** 0.3;
    const keep = Math.exp(-1 / (seconds * hz));
    const keepAfter = Math.exp(-1 / (Math.min(seconds, spec.releaseSeconds) * hz));
    const [left, right] = panGains(note.pan).map((gain) => gain * spec.gain * note.velocity) as [
      number,
      number,
    ];
    const start = Math.round(note.startSeconds * bus.rate);
    const held = Math.round(note.seconds * bus.rate);
    const life = held + Math.round(Math.min(seconds, spec.releaseSeconds) * 6 * bus.rate);
    const frames = Math.min(life, Math.round(seconds * 7 * bus.rate), bus.left.length - start);
    const { left: outLeft, right: outRight } = bus;
    let at = 0;
    let last = 0;
    let passIn = 0;
    let passOut = 0;
    for (let i = 0; i < frames; i++) {
      const value = loop[at] as number;
      const smooth = 0.5 * (value + last) * (i < held ? keep : keepAfter);
      last = value;
      passOut = tune * (smooth - passOut) + passIn;
      passIn = smooth;
      loop[at] = passOut;
      if (++at === size) at = 0;
      outLeft[start + i] = (outLeft[start + i] as number) + value * left;
      outRight[start + i] = (outRight[start + i] as number) + value * right;
    }
  };
}

function excite(
  size: number,
  { brightness, place }: PluckedSpec,
  { velocity, random }: { velocity: number; random: () => number },
): Float32Array {
  const raw = new Float32Array(size);
  const pass = 0.15 + 0.85 * brightness * (0.5 + 0.5 * velocity);
  let smooth = 0;
  for (let i = 0; i < size; i++) {
    smooth += pass * (random() * 2 - 1 - smooth);
    raw[i] = smooth;
  }
  const distance = Math.max(1, Math.round(size * place));
  let mean = 0;
  for (const value of raw) mean += value / size;
  return raw.map((value, i) => value - mean - 0.7 * ((raw[(i + size - distance) % size] as number) - mean));
}
