import { type Bus, midiToHz, type Note, panGains, type Voice } from './bus.ts';

/** What a sound that lasts as long as its key is held is made of. */
export interface SustainedSpec {
  /** Loudness of each harmonic, the first being the note itself. */
  harmonics: readonly number[];
  attackSeconds: number;
  releaseSeconds: number;
  /** Loudness while held, of what it was after the attack; falls there within about a second. */
  sustain: number;
  /** How far two copies are apart, in cents; 0 is one copy. */
  detuneCents: number;
  vibratoCents: number;
  vibratoHz: number;
  /** Loudness of breath in the sound. */
  breath: number;
  gain: number;
}

const TABLE_SIZE = 2048;

/** Wave tables by the number of harmonics that fit below half the rate. */
type Tables = Map<number, Float32Array>;

/** Pipes, strings, voices, reeds and early computers. */
export function sustainedVoice(spec: SustainedSpec): Voice {
  const tables: Tables = new Map();
  return (bus, note, random) => {
    const hz = midiToHz(note.midi);
    const fitting = Math.min(spec.harmonics.length, Math.floor((bus.rate * 0.45) / hz));
    if (fitting < 1) return;
    const table = tables.get(fitting) ?? makeTable(spec.harmonics.slice(0, fitting));
    tables.set(fitting, table);
    const envelope = makeEnvelope(bus, note, spec);
    const copies = spec.detuneCents > 0 ? [-1, 1] : [0];
    for (const side of copies) {
      const pan = Math.max(-1, Math.min(1, note.pan + side * 0.35));
      const [left, right] = panGains(pan);
      const level = (spec.gain * note.velocity) / Math.sqrt(copies.length);
      playTable(bus, note, {
        table,
        envelope,
        hz: hz * 2 ** ((side * spec.detuneCents) / 2400),
        vibrato: { cents: spec.vibratoCents, hz: spec.vibratoHz * (0.95 + 0.1 * random()) },
        phase: random(),
        left: left * level,
        right: right * level,
      });
    }
    if (spec.breath > 0) breathe(bus, note, { envelope, level: spec.breath * spec.gain, random });
  };
}

function makeTable(harmonics: readonly number[]): Float32Array {
  const table = new Float32Array(TABLE_SIZE + 1);
  for (let i = 0; i <= TABLE_SIZE; i++) {
    const angle = (2 * Math.PI * i) / TABLE_SIZE;
    table[i] = harmonics.reduce((sum, gain, index) => sum + gain * Math.sin(angle * (index + 1)), 0);
  }
  return table;
}

function makeEnvelope(bus: Bus, note: Note, spec: SustainedSpec): Float32Array {
  const start = Math.round(note.startSeconds * bus.rate);
  const held = Math.max(1, Math.round(note.seconds * bus.rate));
  const release = Math.round(spec.releaseSeconds * bus.rate);
  const length = Math.max(0, Math.min(held + release, bus.left.length - start));
  const attack = Math.max(1, Math.min(held, Math.round(spec.attackSeconds * bus.rate)));
  const envelope = new Float32Array(length);
  const fall = Math.exp(-1 / (0.4 * bus.rate));
  let level = 0;
  for (let i = 0; i < length; i++) {
    if (i < attack) level = Math.sin((Math.PI / 2) * (i / attack));
    else if (i < held) level = spec.sustain + (level - spec.sustain) * fall;
    const gone = i < held ? 0 : (i - held) / release;
    envelope[i] = level * (1 - gone) ** 2;
  }
  return envelope;
}

interface TablePlay {
  table: Float32Array;
  envelope: Float32Array;
  hz: number;
  vibrato: { cents: number; hz: number };
  /** 0 to 1. */
  phase: number;
  left: number;
  right: number;
}

/** Vibrato is worked out anew after so many frames. */
const VIBRATO_STEP = 64;

function playTable(bus: Bus, note: Note, play: TablePlay): void {
  const { table, envelope, vibrato, left, right } = play;
  const start = Math.round(note.startSeconds * bus.rate);
  const straight = (play.hz * TABLE_SIZE) / bus.rate;
  const { left: outLeft, right: outRight } = bus;
  let phase = play.phase * TABLE_SIZE;
  let step = straight;
  for (let i = 0; i < envelope.length; i++) {
    if (i % VIBRATO_STEP === 0 && vibrato.cents > 0) {
      const seconds = i / bus.rate;
      const depth = vibrato.cents * Math.min(1, seconds / 0.4);
      step = straight * 2 ** ((depth * Math.sin(2 * Math.PI * vibrato.hz * seconds)) / 1200);
    }
    const index = phase | 0;
    const low = table[index] as number;
    const value = (low + ((table[index + 1] as number) - low) * (phase - index)) * (envelope[i] as number);
    phase += step;
    if (phase >= TABLE_SIZE) phase -= TABLE_SIZE;
    outLeft[start + i] = (outLeft[start + i] as number) + value * left;
    outRight[start + i] = (outRight[start + i] as number) + value * right;
  }
}

function breathe(
  bus: Bus,
  note: Note,
  { envelope, level, random }: { envelope: Float32Array; level: number; random: () => number },
): void {
  const start = Math.round(note.startSeconds * bus.rate);
  let slow = 0;
  let slower = 0;
  for (let i = 0; i < envelope.length; i++) {
    slow += 0.3 * (random() * 2 - 1 - slow);
    slower += 0.05 * (slow - slower);
    const value = (slow - slower) * level * (envelope[i] as number) * note.velocity;
    bus.left[start + i] = (bus.left[start + i] as number) + value;
    bus.right[start + i] = (bus.right[start + i] as number) + value;
  }
}
