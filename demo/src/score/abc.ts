import { type Key, keyAccidental, LETTER_SEMITONES } from './keys.ts';

/** A note of a tune. Beats count from the start of the tune. */
export interface TuneNote {
  beat: number;
  beats: number;
  /** 60 is middle C. */
  midi: number;
}

/** A chord symbol and how long it holds. */
export interface TuneChord {
  beat: number;
  beats: number;
  /** Such as `Am`, `G7` or `Bb`. */
  name: string;
}

/** A tune that has been read. */
export interface Tune {
  notes: TuneNote[];
  chords: TuneChord[];
  beats: number;
  beatsPerBar: number;
}

/** A tune as it is written down, in a small part of ABC notation. */
export interface TuneText {
  key: Key;
  /** Beats that a note without a length lasts. */
  unit: number;
  /** Units in a bar. */
  bar: number;
  /** Beats a minute. */
  tempo: number;
  /** Sections by letter. Notes, rests (`z`), lengths (`A2`, `A/2`, `A3/2`), `A>B`, triplets `(3abc`, chords in quotes. */
  parts: Readonly<Record<string, string>>;
  /** The sections in the order in which they are played; default each once. */
  form?: string;
}

const TOKEN = /"([^"]+)"|(\(3)|(\|)|([\^_=]?)([A-Ga-gz])([,']*)(\d+(?:\/\d+)?|\/\d*)?(>)?/g;

/**
 * Reads a tune.
 * @throws Error when something in it is not understood, or a bar has the wrong length
 */
export function readTune(text: TuneText): Tune {
  const form = text.form ?? Object.keys(text.parts).join('');
  const tune: Tune = { notes: [], chords: [], beats: 0, beatsPerBar: text.bar * text.unit };
  for (const name of form) {
    const part = text.parts[name];
    if (part === undefined) throw new Error(`a tune has no section ${name}`);
    readPart(text, part, tune);
  }
  closeChord(tune);
  return tune;
}

function closeChord(tune: Tune): void {
  const last = tune.chords.at(-1);
  if (last) last.beats = tune.beats - last.beat;
}

/** Reads one section onto the end of a tune. Bars may be short only at the two ends of a section. */
function readPart(text: TuneText, part: string, tune: Tune): void {
  const bars: number[] = [0];
  let triplet = 0;
  let borrowed = 0;
  let end = 0;
  for (const match of part.matchAll(TOKEN)) {
    if (part.slice(end, match.index).trim() !== '') throw new Error(`not understood: ${part.slice(end)}`);
    end = match.index + match[0].length;
    const [, chord, tripletMark, barLine, accidental = '', letter, octaves = '', length, dotted] = match;
    if (chord) {
      closeChord(tune);
      tune.chords.push({ beat: tune.beats, beats: 0, name: chord });
    } else if (tripletMark) triplet = 3;
    else if (barLine) bars.push(0);
    else if (letter) {
      let units = readLength(length) + borrowed;
      borrowed = dotted ? -units / 2 : 0;
      if (dotted) units *= 1.5;
      if (triplet > 0) {
        units *= 2 / 3;
        triplet--;
      }
      const beats = units * text.unit;
      if (letter !== 'z') {
        const midi = pitchOf(text.key, { accidental, letter, octaves });
        tune.notes.push({ beat: tune.beats, beats, midi });
      }
      tune.beats += beats;
      bars.push((bars.pop() ?? 0) + units);
    }
  }
  checkBars(bars, text.bar, part);
}

function checkBars(bars: readonly number[], wanted: number, part: string): void {
  const inner = bars.slice(1, -1);
  const wrong = inner.findIndex((units) => Math.abs(units - wanted) > 1e-6);
  if (wrong >= 0) throw new Error(`bar ${wrong + 2} has ${inner[wrong]} units, not ${wanted}: ${part}`);
}

function readLength(length: string | undefined): number {
  if (!length) return 1;
  const [over = '', under] = length.split('/');
  const numerator = over === '' ? 1 : Number(over);
  return under === undefined ? numerator : numerator / (under === '' ? 2 : Number(under));
}

function pitchOf(
  key: Key,
  { accidental, letter, octaves }: { accidental: string; letter: string; octaves: string },
): number {
  const upper = letter.toUpperCase();
  const base = (letter === upper ? 60 : 72) + (LETTER_SEMITONES[upper] ?? 0);
  const shift = 12 * (octaves.split("'").length - octaves.split(',').length);
  const signs: Readonly<Record<string, number>> = { '^': 1, _: -1, '=': 0 };
  return base + shift + (signs[accidental] ?? keyAccidental(key, upper));
}
