import type { InstrumentName } from '../synth/instruments.ts';
import type { Room } from '../synth/reverb.ts';

/** How the chords of a tune are played under it. */
export type Figure = 'arpeggio' | 'alberti' | 'blocks' | 'waltz' | 'oompah' | 'held' | 'drone' | 'none';

/** An instrument's place in an arrangement. */
export interface Seat {
  instrument: InstrumentName;
  /** Loudness, 0 to 1. */
  level: number;
  /** Octaves above what is written. */
  octave?: number;
  pan?: number;
}

/** How an album sounds: who plays, what they play, and in which room. */
export interface Style {
  /** The tune. The second one takes over at each other pass. */
  leads: readonly Seat[];
  /** Plays along with the lead from the second pass on. */
  shadow?: Seat;
  figure: Figure;
  /** Plays the figure. */
  chords: Seat;
  /** Holds the chords softly. */
  carpet?: Seat;
  bass?: Seat;
  room: Room;
  /** Of the tune's own tempo; default 1. */
  tempo?: number;
  /** Strikes long notes again and again, so many times a second, as on a balalaika. */
  tremoloHz?: number;
  /** How far notes stray from the beat, in seconds. */
  looseness: number;
}
