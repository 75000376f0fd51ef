import type { BrokenOptions } from './made-up.ts';

const NOTE_NAMES: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Keys from names such as `C4`, `F#3` or `Bb4`, one chord after another, divided by bars. */
function keys(text: string): number[][] {
  return text.split('|').map((bar) =>
    bar
      .trim()
      .split(/\s+/)
      .map((name) => {
        const shift = name[1] === '#' ? 1 : name[1] === 'b' ? -1 : 0;
        return 12 * (Number(name.at(-1)) + 1) + (NOTE_NAMES[name[0] ?? 'C'] ?? 0) + shift;
      }),
  );
}

/** The first prelude of Bach's Well-Tempered Clavier. */
const PRELUDE_IN_C = keys(`
  C4 E4 G4 C5 E5|C4 D4 A4 D5 F5|B3 D4 G4 D5 F5|C4 E4 G4 C5 E5|C4 E4 A4 E5 A5|C4 D4 F#4 A4 D5|B3 D4 G4 D5 G5|
  B3 C4 E4 G4 C5|A3 C4 E4 G4 C5|D3 A3 D4 F#4 C5|G3 B3 D4 G4 B4|G3 Bb3 E4 G4 C#5|F3 A3 D4 A4 D5|F3 Ab3 D4 F4 B4|
  E3 G3 C4 G4 C5|E3 F3 A3 C4 F4|D3 F3 A3 C4 F4|G2 D3 G3 B3 F4|C3 E3 G3 C4 E4|C3 G3 Bb3 C4 E4|F2 F3 A3 C4 E4|
  F#2 C3 A3 C4 Eb4|Ab2 F3 B3 C4 D4|G2 F3 G3 B3 D4|G2 E3 G3 C4 E4|G2 D3 G3 C4 F4|G2 D3 G3 B3 F4|C2 C3 G3 Bb3 E4`);

/** The second prelude, its figure reduced to the chords that it circles. */
const PRELUDE_IN_C_MINOR = keys(`
  C3 C4 Eb4 G4 C5|C3 C4 F4 Ab4 C5|C3 B3 F4 Ab4 D5|C3 C4 Eb4 G4 Eb5|Ab2 C4 Eb4 Ab4 Eb5|D3 C4 D4 F#4 D5|
  G2 Bb3 D4 G4 D5|C3 C4 Eb4 G4 C5|C3 Bb3 E4 G4 C5|F2 Ab3 C4 F4 C5|B2 Ab3 D4 F4 B4|C3 G3 C4 Eb4 C5|
  Ab2 Ab3 C4 Eb4 Ab4|F#2 A3 C4 Eb4 A4|G2 G3 B3 D4 G4|G2 Ab3 B3 D4 F4|C3 G3 C4 Eb4 G4`);

/** The prelude of the first suite for cello alone. */
const CELLO_PRELUDE = keys(`
  G2 D3 B3 A3|G2 E3 C4 B3|G2 F#3 C4 B3|G2 G3 B3 A3|G2 E3 B3 A3|G2 E3 B3 F#3|E2 D3 A3 G3|D2 A2 G3 F#3|
  C#3 E3 A3 G3|D3 F#3 A3 G3|C3 D3 F#3 E3|B2 D3 G3 F#3|A2 C3 E3 D3|D2 C3 F#3 E3|G2 D3 B3 A3|G2 E3 C4 B3|
  G2 F#3 C4 B3|G2 G3 B3 D4`);

/** The slow movement that came to be called the Moonlight. */
const MOONLIGHT = keys(`
  C#2 C#3 G#3 C#4 E4|B1 B2 G#3 C#4 E4|A1 A2 A3 C#4 E4|F#1 F#2 A3 D4 F#4|G#1 G#2 G#3 C4 F#4|G#1 G#2 G#3 C#4 E4|
  G#1 G#2 G#3 C#4 D#4|G#1 G#2 F#3 C4 D#4|C#2 C#3 E3 G#3 C#4|C#2 C#3 G#3 C#4 G#4|G#1 G#2 G#3 D#4 F#4|
  C#2 C#3 G#3 C#4 E4|F#1 F#2 F#3 C#4 F#4|B1 B2 G#3 B3 E4|B1 B2 A3 B3 D#4|E2 E3 G#3 B3 E4`);

/** Preludes in broken chords, by name, with their tempo in beats a minute. */
export const PRELUDES = {
  preludeInC: {
    tempo: 72,
    voicings: PRELUDE_IN_C,
    pattern: [0, 1, 2, 3, 4, 2, 3, 4],
    stepBeats: 0.25,
    beatsPerBar: 2,
    ringSteps: 4,
  },
  preludeInCMinor: {
    tempo: 104,
    voicings: PRELUDE_IN_C_MINOR,
    pattern: [0, 3, 2, 3, 1, 3, 2, 3, 4, 3, 2, 3, 1, 3, 2, 3],
    stepBeats: 0.25,
    beatsPerBar: 4,
    ringSteps: 1,
  },
  celloPrelude: {
    tempo: 76,
    voicings: CELLO_PRELUDE,
    pattern: [0, 1, 2, 3, 2, 1, 2, 1],
    stepBeats: 0.25,
    beatsPerBar: 2,
    ringSteps: 2,
  },
  moonlight: {
    tempo: 58,
    voicings: MOONLIGHT,
    pattern: [1, 3, 4, 2, 3, 4],
    stepBeats: 1 / 3,
    beatsPerBar: 2,
    ringSteps: 4,
  },
} satisfies Record<string, BrokenOptions & { tempo: number }>;

/** The name of a prelude. */
export type PreludeName = keyof typeof PRELUDES;
