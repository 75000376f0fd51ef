import type { Random } from '@tonearm/song-files';
import type { Tune, TuneChord, TuneNote } from './abc.ts';
import { readChord, voiceChord } from './chords.ts';

/** Chords one after another, each of the same length. */
function chordRow(names: readonly string[], beatsEach: number): TuneChord[] {
  return names.map((name, i) => ({ name, beat: i * beatsEach, beats: beatsEach }));
}

/** What a tune that is made up on the spot keeps to. */
export interface DriftOptions {
  chords: readonly string[];
  beatsPerChord: number;
  beatsPerBar: number;
  /** Semitones above C that belong to the scale. */
  scale: readonly number[];
  /** Lowest and highest key. */
  range: readonly [low: number, high: number];
  /** Notes' lengths in beats, to be drawn from. */
  lengths: readonly number[];
  /** How often there is a note and not a rest. */
  density: number;
}

/** A quiet melody that wanders through a scale and lands on chord notes at the start of every chord. */
export function makeDrift(options: DriftOptions, random: Random): Tune {
  const { beatsPerChord, beatsPerBar, range } = options;
  const chords = chordRow(options.chords, beatsPerChord);
  const steps = Array.from({ length: range[1] - range[0] + 1 }, (_, i) => range[0] + i).filter((midi) =>
    options.scale.includes(midi % 12),
  );
  const notes: TuneNote[] = [];
  let place = Math.floor(steps.length / 2);
  for (const chord of chords) {
    const { root, intervals } = readChord(chord.name);
    const belongs = new Set(intervals.map((interval) => (root + interval) % 12));
    for (let beat = 0; beat < chord.beats - 1e-6; ) {
      const beats = Math.min(random.pick(options.lengths), chord.beats - beat);
      place = Math.max(0, Math.min(steps.length - 1, place + random.pick([-2, -1, -1, 1, 1, 2])));
      if (beat === 0) {
        const near = steps.map((midi, i) => ({ i, away: Math.abs(i - place), fits: belongs.has(midi % 12) }));
        place = near.filter(({ fits }) => fits).sort((a, b) => a.away - b.away)[0]?.i ?? place;
      }
      const midi = steps[place] ?? range[0];
      if (beat === 0 || random.chance(options.density)) notes.push({ beat: chord.beat + beat, beats, midi });
      beat += beats;
    }
  }
  return { notes, chords, beats: chords.length * beatsPerChord, beatsPerBar };
}

/** Broken chords in one pattern: each number is a place in the voicing, each `step` beats long. */
export interface BrokenOptions {
  /** Keys from the lowest up, a row for each bar. */
  voicings: readonly (readonly number[])[];
  pattern: readonly number[];
  stepBeats: number;
  beatsPerBar: number;
  /** Rings each note so many steps long. */
  ringSteps: number;
}

/** A prelude: every voicing broken in the same way, the last one held. */
export function makeBroken({ voicings, pattern, stepBeats, beatsPerBar, ringSteps }: BrokenOptions): Tune {
  const notes: TuneNote[] = [];
  const perBar = Math.round(beatsPerBar / stepBeats);
  voicings.forEach((voicing, bar) => {
    for (let i = 0; i < perBar; i++) {
      const midi = voicing[pattern[i % pattern.length] ?? 0];
      if (midi === undefined) continue;
      notes.push({ beat: bar * beatsPerBar + i * stepBeats, beats: stepBeats * ringSteps, midi });
    }
  });
  const end = voicings.length * beatsPerBar;
  for (const midi of voicings[0] ?? []) notes.push({ beat: end, beats: beatsPerBar, midi });
  return { notes, chords: [], beats: end + beatsPerBar, beatsPerBar };
}

/** Ways to play over a ground bass, from still to lively. */
export type GroundFigure = 'still' | 'thirds' | 'sighs' | 'eighths' | 'leaps' | 'runs' | 'dance';

/** The eight chords of the most famous ground bass of all, and the line that first stands above them. */
const GROUND = ['D', 'A', 'Bm', 'F#m', 'G', 'D', 'G', 'A'];
const FIRST_LINE = [78, 76, 74, 73, 71, 69, 71, 73];
const D_MAJOR = [2, 4, 6, 7, 9, 11, 1];

/** Variations over the ground, one after another, each of sixteen beats. */
export function makeGround(figures: readonly GroundFigure[]): Tune {
  const notes: TuneNote[] = [];
  const chords: TuneChord[] = [];
  figures.forEach((figure, variation) => {
    GROUND.forEach((name, i) => {
      const beat = variation * 16 + i * 2;
      chords.push({ name, beat, beats: 2 });
      const line = GROUND_FIGURES[figure](FIRST_LINE[i] ?? 74, i, voiceChord(readChord(name), 69, 4));
      const stepBeats = 2 / line.length;
      line.forEach((midi, k) => {
        if (midi > 0) notes.push({ beat: beat + k * stepBeats, beats: stepBeats, midi });
      });
    });
  });
  const beats = figures.length * 16 + 4;
  chords.push({ name: 'D', beat: beats - 4, beats: 4 });
  notes.push({ beat: beats - 4, beats: 4, midi: 74 });
  return { notes, chords, beats, beatsPerBar: 4 };
}

/** The key that lies `steps` places of D major away. */
function stepFrom(midi: number, steps: number): number {
  let at = midi;
  for (let left = Math.abs(steps); left > 0; ) {
    at += Math.sign(steps);
    if (D_MAJOR.includes(at % 12)) left--;
  }
  return at;
}

type GroundRule = (line: number, index: number, chord: readonly number[]) => number[];

const GROUND_FIGURES: Readonly<Record<GroundFigure, GroundRule>> = {
  still: (line) => [line],
  thirds: (line) => [line, stepFrom(line, -2)],
  sighs: (line) => [stepFrom(line, 1), line, stepFrom(line, -2), line],
  eighths: (line, i) => {
    const way = i % 2 ? -1 : 1;
    return [line, stepFrom(line, way), stepFrom(line, 2 * way), stepFrom(line, way)];
  },
  leaps: (_line, _i, [a = 69, b = 73, c = 76, d = 81]) => [a, c, b, d],
  runs: (line, i) => {
    const way = i % 2 ? -1 : 1;
    return [0, -2, -1, 0, -2, -1, 0, way].map((steps) => stepFrom(line, steps));
  },
  dance: (line, _i, [a = 69, , c = 76]) => [line, 0, line, stepFrom(line, 1), c, a, stepFrom(line, -1), line],
};
