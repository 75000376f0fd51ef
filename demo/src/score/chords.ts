import { LETTER_SEMITONES } from './keys.ts';

/** The notes of a chord symbol. */
export interface Chord {
  /** Semitones of the root above C, 0 to 11. */
  root: number;
  /** Semitones of the lowest note above C; the root unless the symbol has a slash. */
  bass: number;
  /** Semitones above the root, the root first. */
  intervals: readonly number[];
}

const KINDS: Readonly<Record<string, readonly number[]>> = {
  '': [0, 4, 7],
  m: [0, 3, 7],
  '7': [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  dim: [0, 3, 6],
  sus4: [0, 5, 7],
  sus2: [0, 2, 7],
  add9: [0, 4, 7, 14],
  '5': [0, 7],
};

/**
 * Reads a chord symbol such as `F#m7` or `C/E`.
 * @throws Error when it is not understood
 */
export function readChord(name: string): Chord {
  const match = /^([A-G][#b]?)([^/]*)(?:\/([A-G][#b]?))?$/.exec(name);
  const intervals = KINDS[match?.[2] ?? ''];
  if (!match || !intervals) throw new Error(`not a chord: ${name}`);
  const root = semitonesOf(match[1] ?? 'C');
  return { root, bass: match[3] ? semitonesOf(match[3]) : root, intervals };
}

function semitonesOf(note: string): number {
  const shift = note.endsWith('#') ? 1 : note.endsWith('b') ? -1 : 0;
  return ((LETTER_SEMITONES[note.slice(0, 1)] ?? 0) + shift + 12) % 12;
}

/** The chord's notes from the lowest that is at least `low`, over `count` notes going up. */
export function voiceChord({ root, intervals }: Chord, low: number, count: number): number[] {
  const classes = new Set(intervals.map((interval) => (root + interval) % 12));
  const notes: number[] = [];
  for (let midi = low; notes.length < count; midi++) if (classes.has(midi % 12)) notes.push(midi);
  return notes;
}

/** The chord's lowest note, at least `low`. */
export function bassOf({ bass }: Chord, low: number): number {
  return low + ((bass - (low % 12) + 12) % 12);
}
