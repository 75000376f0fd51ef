import type { InstrumentName } from '../synth/instruments.ts';
import type { Tune, TuneChord, TuneNote } from './abc.ts';
import { bassOf, readChord, voiceChord } from './chords.ts';
import type { Figure, Seat, Style } from './style.ts';

/** A note of an arrangement, in beats. */
interface PartNote {
  instrument: InstrumentName;
  beat: number;
  beats: number;
  midi: number;
  velocity: number;
  pan: number;
}

/** A whole arrangement. */
export interface Arrangement {
  notes: PartNote[];
  beats: number;
}

/** Lays a tune out for the players of a style, `passes` times, after a bar that sets the scene. */
export function arrange(tune: Tune, style: Style, passes: number): Arrangement {
  const notes: PartNote[] = [];
  const introBeats = style.figure === 'none' ? 0 : tune.beatsPerBar;
  const [first] = tune.chords;
  if (first && introBeats > 0) {
    accompany(notes, { ...first, beat: 0, beats: introBeats }, { style, pass: 0, tune });
  }
  for (let pass = 0; pass < passes; pass++) {
    const from = introBeats + pass * tune.beats;
    playTune(notes, tune, { style, pass, from });
    for (const chord of tune.chords) {
      accompany(notes, { ...chord, beat: chord.beat + from }, { style, pass, tune });
    }
  }
  return { notes, beats: introBeats + passes * tune.beats };
}

interface Place {
  style: Style;
  pass: number;
  tune: Tune;
}

function seatNote(seat: Seat, note: TuneNote, velocity: number): PartNote {
  return {
    instrument: seat.instrument,
    beat: note.beat,
    beats: note.beats,
    midi: note.midi + 12 * (seat.octave ?? 0),
    velocity: velocity * seat.level,
    pan: seat.pan ?? 0,
  };
}

function playTune(
  notes: PartNote[],
  tune: Tune,
  { style, pass, from }: { style: Style; pass: number; from: number },
): void {
  const lead = style.leads[pass % style.leads.length];
  if (!lead) return;
  for (const note of tune.notes) {
    const moved = { ...note, beat: note.beat + from };
    const velocity = stress(note.beat, tune.beatsPerBar);
    notes.push(seatNote(lead, moved, velocity));
    if (style.shadow && pass > 0) notes.push(seatNote(style.shadow, moved, velocity));
  }
}

/** The first beat of a bar is strongest, and notes between beats are lightest. */
function stress(beat: number, beatsPerBar: number): number {
  const inBar = beat % beatsPerBar;
  if (inBar < 1e-6) return 1;
  return Math.abs(inBar - Math.round(inBar)) < 1e-6 ? 0.88 : 0.78;
}

/** The lowest key of the figures, of the carpet and of the bass. */
const LOWEST = { figure: 50, carpet: 52, bass: 36 };

function accompany(notes: PartNote[], chord: TuneChord, { style, pass, tune }: Place): void {
  const read = readChord(chord.name);
  const voicing = voiceChord(read, LOWEST.figure, 5);
  const { beatsPerBar } = tune;
  for (const { beat, beats, step } of FIGURES[style.figure](chord, beatsPerBar, pass)) {
    for (const index of step) {
      const midi = index < 0 ? bassOf(read, LOWEST.figure - 12) : (voicing[index % 5] ?? LOWEST.figure);
      notes.push(seatNote(style.chords, { beat, beats, midi }, stress(beat, beatsPerBar) * 0.8));
    }
  }
  if (style.carpet) {
    for (const midi of voiceChord(read, LOWEST.carpet, 3)) {
      notes.push(seatNote(style.carpet, { ...chord, midi }, 0.8));
    }
  }
  if (style.bass) {
    const midi = bassOf(read, LOWEST.bass);
    for (let beat = chord.beat; beat < chord.beat + chord.beats - 1e-6; beat += beatsPerBar) {
      const beats = Math.min(beatsPerBar, chord.beat + chord.beats - beat);
      notes.push(seatNote(style.bass, { beat, beats, midi }, 0.9));
    }
  }
}

/** Which notes of a chord sound when; -1 is the bass below it. */
interface FigureStep {
  beat: number;
  beats: number;
  step: readonly number[];
}

type FigureRule = (chord: TuneChord, beatsPerBar: number, pass: number) => FigureStep[];

/** One entry of `pattern` after another, `stepBeats` apart, each ringing `ringSteps` long. */
function walk(chord: TuneChord, pattern: readonly (readonly number[])[], stepBeats: number, ringSteps = 1) {
  const steps: FigureStep[] = [];
  const count = Math.floor(chord.beats / stepBeats + 1e-6);
  for (let i = 0; i < count; i++) {
    const step = pattern[i % pattern.length] ?? [];
    steps.push({ beat: chord.beat + i * stepBeats, beats: stepBeats * ringSteps, step });
  }
  return steps;
}

/** Like {@link walk}, but kept to the bars of the tune, so that the bass falls on its strong beats. */
function walkBars(chord: TuneChord, beatsPerBar: number, pattern: readonly (readonly number[])[]) {
  return walk({ ...chord, beat: 0 }, [[0]], 1).map(({ beat }) => {
    const at = chord.beat + beat;
    const isStart = beat === 0;
    const place = Math.round(at % beatsPerBar) % pattern.length;
    return { beat: at, beats: 0.85, step: isStart ? (pattern[0] ?? []) : (pattern[place] ?? []) };
  });
}

const FIGURES: Readonly<Record<Figure, FigureRule>> = {
  none: () => [],
  held: (chord) => [{ beat: chord.beat, beats: chord.beats, step: [-1, 0, 1, 2] }],
  drone: (chord, beatsPerBar) => walk(chord, [[-1, 1]], beatsPerBar),
  blocks: (chord) =>
    walk(
      chord,
      [
        [-1, 0, 1, 2],
        [0, 1, 2],
      ],
      1,
    ),
  waltz: (chord, beatsPerBar) => walkBars(chord, beatsPerBar, [[-1], [0, 1, 2], [0, 1, 2]]),
  oompah: (chord, beatsPerBar) => walkBars(chord, beatsPerBar, [[-1], [0, 1, 2]]),
  alberti: (chord) => walk(chord, [[0], [2], [1], [2]], 0.5),
  arpeggio: (chord, _beatsPerBar, pass) =>
    walk(
      chord,
      pass % 2 ? [[-1], [0], [1], [2], [3], [2], [1], [0]] : [[-1], [0], [1], [2], [3], [2]],
      0.5,
      2,
    ),
};
