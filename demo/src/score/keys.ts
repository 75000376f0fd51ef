/** Semitones of a natural note above C. */
export const LETTER_SEMITONES: Readonly<Record<string, number>> = {
  C: 0,
  D: 2,
  E: 4,
  F: 5,
  G: 7,
  A: 9,
  B: 11,
};

/** A key signature by its major key; minor and other modes use that of their relative major. */
export type Key = 'C' | 'G' | 'D' | 'A' | 'E' | 'F' | 'Bb' | 'Eb' | 'Ab';

const SHARPS: Readonly<Partial<Record<Key, string>>> = { G: 'F', D: 'FC', A: 'FCG', E: 'FCGD' };
const FLATS: Readonly<Partial<Record<Key, string>>> = { F: 'B', Bb: 'BE', Eb: 'BEA', Ab: 'BEAD' };

/** How much the signature raises or lowers a note. */
export function keyAccidental(key: Key, letter: string): number {
  if (SHARPS[key]?.includes(letter)) return 1;
  return FLATS[key]?.includes(letter) ? -1 : 0;
}
