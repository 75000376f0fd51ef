import { describe, expect, it } from 'vitest';
import { TUNES } from '../tunes/index.ts';
import { readTune, type TuneText } from './abc.ts';
import { readChord, voiceChord } from './chords.ts';

const EXAMPLE: TuneText = {
  key: 'G',
  unit: 0.5,
  bar: 4,
  tempo: 100,
  parts: { A: '"G"z2DF|(3GAB c>d|e\'2=f,/^G/z|' },
};

describe('reading tunes', () => {
  it('knows keys, octaves, lengths, triplets and dotted pairs', () => {
    const { notes, beats, chords } = readTune(EXAMPLE);
    expect(notes.map(({ midi }) => midi)).toEqual([62, 66, 67, 69, 71, 72, 74, 88, 65, 68]);
    expect(notes.map(({ beat }) => Math.round(beat * 12))).toEqual([12, 18, 24, 28, 32, 36, 45, 48, 60, 63]);
    expect(beats).toBe(6);
    expect(chords).toEqual([{ beat: 0, beats: 6, name: 'G' }]);
  });

  it('refuses a bar of the wrong length and what it does not know', () => {
    const wrong = (part: string) => () => readTune({ ...EXAMPLE, parts: { A: part } });
    expect(wrong('G4|G3|G4')).toThrow('bar 2 has 3 units, not 4');
    expect(wrong('G4|H4|G4')).toThrow('not understood');
  });
});

it.each(Object.entries(TUNES) as [string, TuneText][])(
  '%s is written in whole bars and known chords',
  (_name, text) => {
    const tune = readTune(text);
    expect(tune.notes.length).toBeGreaterThan(15);
    expect((tune.beats * 60) / text.tempo).toBeGreaterThan(10);
    for (const { midi } of tune.notes) expect(midi).toBeGreaterThan(50);
    for (const { midi } of tune.notes) expect(midi).toBeLessThan(92);
    for (const { name, beats } of tune.chords) {
      expect(readChord(name).intervals.length).toBeGreaterThan(1);
      expect(beats).toBeGreaterThan(0);
    }
  },
);

it('voices chords upwards from a key', () => {
  expect(voiceChord(readChord('Am'), 50, 4)).toEqual([52, 57, 60, 64]);
  expect(readChord('C/E').bass).toBe(4);
  expect(() => readChord('H7')).toThrow('not a chord');
});
