import type { Style } from './style.ts';

const CONCERT_HALL = { wet: 0.3, seconds: 2.2, damping: 0.35 };
const LIVING_ROOM = { wet: 0.18, seconds: 0.9, damping: 0.5 };
const CHURCH = { wet: 0.42, seconds: 3.6, damping: 0.3 };

/** How every album and some single songs are arranged. */
export const STYLES = {
  harp: {
    leads: [
      { instrument: 'harp', level: 0.95, pan: -0.1 },
      { instrument: 'flute', level: 0.62, octave: 1, pan: 0.2 },
    ],
    figure: 'arpeggio',
    chords: { instrument: 'harp', level: 0.42, pan: 0.15 },
    carpet: { instrument: 'strings', level: 0.13 },
    bass: { instrument: 'harp', level: 0.5 },
    room: CONCERT_HALL,
    looseness: 0.012,
  },
  piano: {
    leads: [{ instrument: 'piano', level: 0.95, pan: 0.15 }],
    shadow: { instrument: 'piano', level: 0.35, octave: 1, pan: 0.25 },
    figure: 'alberti',
    chords: { instrument: 'piano', level: 0.4, pan: -0.2 },
    bass: { instrument: 'piano', level: 0.5, pan: -0.3 },
    room: LIVING_ROOM,
    looseness: 0.008,
  },
  musicBox: {
    leads: [
      { instrument: 'musicBox', level: 0.9, octave: 1 },
      { instrument: 'celesta', level: 0.9, octave: 1 },
    ],
    shadow: { instrument: 'musicBox', level: 0.25, octave: 2, pan: 0.4 },
    figure: 'arpeggio',
    chords: { instrument: 'musicBox', level: 0.34, octave: 1, pan: -0.3 },
    room: LIVING_ROOM,
    tempo: 0.94,
    looseness: 0.006,
  },
  koto: {
    leads: [
      { instrument: 'koto', level: 0.95 },
      { instrument: 'flute', level: 0.75, octave: 1, pan: 0.25 },
    ],
    figure: 'drone',
    chords: { instrument: 'koto', level: 0.5, pan: -0.35 },
    carpet: { instrument: 'pad', level: 0.1 },
    room: { wet: 0.34, seconds: 2.6, damping: 0.45 },
    looseness: 0.02,
  },
  balalaika: {
    leads: [
      { instrument: 'balalaika', level: 0.8, pan: 0.2 },
      { instrument: 'accordion', level: 0.75, pan: -0.15 },
    ],
    shadow: { instrument: 'balalaika', level: 0.4, octave: 1, pan: 0.4 },
    figure: 'oompah',
    chords: { instrument: 'balalaika', level: 0.45, pan: -0.3 },
    carpet: { instrument: 'accordion', level: 0.1, pan: -0.2 },
    bass: { instrument: 'lowStrings', level: 0.34 },
    room: CONCERT_HALL,
    tremoloHz: 13,
    looseness: 0.01,
  },
  glass: {
    leads: [
      { instrument: 'glass', level: 0.9 },
      { instrument: 'celesta', level: 0.8, pan: 0.2 },
    ],
    figure: 'waltz',
    chords: { instrument: 'glass', level: 0.34, pan: -0.2 },
    carpet: { instrument: 'pad', level: 0.16 },
    room: { wet: 0.4, seconds: 3.2, damping: 0.25 },
    looseness: 0.015,
  },
  orchestra: {
    leads: [
      { instrument: 'strings', level: 0.8, pan: -0.2 },
      { instrument: 'clarinet', level: 0.75, pan: 0.2 },
    ],
    shadow: { instrument: 'strings', level: 0.45, octave: 1, pan: -0.4 },
    figure: 'blocks',
    chords: { instrument: 'harp', level: 0.36, pan: 0.3 },
    carpet: { instrument: 'strings', level: 0.2, pan: 0.1 },
    bass: { instrument: 'lowStrings', level: 0.5, pan: 0.25 },
    room: CONCERT_HALL,
    looseness: 0.014,
  },
  winds: {
    leads: [
      { instrument: 'flute', level: 0.8, pan: -0.2 },
      { instrument: 'clarinet', level: 0.8, pan: 0.2 },
    ],
    figure: 'oompah',
    chords: { instrument: 'clarinet', level: 0.26, pan: 0.3 },
    bass: { instrument: 'lowStrings', level: 0.42 },
    room: CONCERT_HALL,
    looseness: 0.012,
  },
  canon: {
    leads: [{ instrument: 'strings', level: 0.75, pan: -0.2 }],
    figure: 'alberti',
    chords: { instrument: 'harp', level: 0.32, pan: 0.3 },
    carpet: { instrument: 'strings', level: 0.15, pan: 0.2 },
    bass: { instrument: 'lowStrings', level: 0.5 },
    room: CONCERT_HALL,
    looseness: 0.012,
  },
  choir: {
    leads: [{ instrument: 'choir', level: 0.8 }],
    shadow: { instrument: 'choir', level: 0.4, octave: 1 },
    figure: 'held',
    chords: { instrument: 'choir', level: 0.24 },
    room: CHURCH,
    tempo: 0.95,
    looseness: 0.018,
  },
  organ: {
    leads: [{ instrument: 'organ', level: 0.7 }],
    shadow: { instrument: 'organ', level: 0.3, octave: 1 },
    figure: 'held',
    chords: { instrument: 'organ', level: 0.26, pan: -0.2 },
    bass: { instrument: 'organ', level: 0.4 },
    room: CHURCH,
    looseness: 0.006,
  },
  bells: {
    leads: [
      { instrument: 'bells', level: 0.85 },
      { instrument: 'celesta', level: 0.85, octave: 1 },
    ],
    figure: 'blocks',
    chords: { instrument: 'celesta', level: 0.34, octave: 1, pan: -0.3 },
    carpet: { instrument: 'choir', level: 0.16 },
    bass: { instrument: 'lowStrings', level: 0.3 },
    room: CHURCH,
    looseness: 0.01,
  },
  ambient: {
    leads: [
      { instrument: 'glass', level: 0.55 },
      { instrument: 'bells', level: 0.45 },
    ],
    figure: 'held',
    chords: { instrument: 'pad', level: 0.42 },
    carpet: { instrument: 'choir', level: 0.14 },
    bass: { instrument: 'pad', level: 0.5 },
    room: { wet: 0.55, seconds: 5, damping: 0.3 },
    looseness: 0.03,
  },
  chip: {
    leads: [
      { instrument: 'square', level: 0.7, pan: -0.1 },
      { instrument: 'pulse', level: 0.7, pan: 0.1 },
    ],
    shadow: { instrument: 'pulse', level: 0.22, octave: 1, pan: 0.4 },
    figure: 'arpeggio',
    chords: { instrument: 'pulse', level: 0.22, octave: 1, pan: 0.35 },
    bass: { instrument: 'triangle', level: 0.75 },
    room: { wet: 0.08, seconds: 0.5, damping: 0.6 },
    looseness: 0,
  },
} satisfies Record<string, Style>;

/** The name of a style. */
export type StyleName = keyof typeof STYLES;
