import type { TuneText } from '../score/abc.ts';

/** Songs that children have sung for a long time. */
export const NURSERY = {
  twinkle: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 112,
    parts: {
      A: '"C"CCGG|"F"AA"C"G2|"F"FF"C"EE|"G"DD"C"C2',
      B: '"C"GG"F"FF|"C"EE"G"D2|"C"GG"F"FF|"C"EE"G"D2',
    },
    form: 'ABA',
  },
  frereJacques: {
    key: 'F',
    unit: 1,
    bar: 4,
    tempo: 120,
    parts: {
      A: '"F"FGAF|FGAF|ABc2|ABc2|c/d/c/B/AF|c/d/c/B/AF|F"C"C"F"F2|F"C"C"F"F2',
    },
    form: 'AA',
  },
  londonBridge: {
    key: 'G',
    unit: 1,
    bar: 4,
    tempo: 126,
    parts: { A: '"G"d>edc|Bcd2|"D"ABc2|"G"Bcd2|d>edc|Bcd2|"D"A2d2|"G"BG3' },
    form: 'AA',
  },
  rowYourBoat: {
    key: 'C',
    unit: 0.5,
    bar: 6,
    tempo: 140,
    parts: { A: '"C"C3C3|C2DE3|E2DE2F|G6|cccGGG|EEECCC|"G7"G2FE2D|"C"C6' },
    form: 'AA',
  },
  auClairDeLaLune: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 116,
    parts: {
      A: '"C"CCCD|E2"G"D2|"C"CE"G"DD|"C"C4',
      B: '"G"DDDD|"D"A,2A,2|"G"DCB,A,|G,4',
    },
    form: 'AABA',
  },
  brahmsLullaby: {
    key: 'F',
    unit: 0.5,
    bar: 6,
    tempo: 84,
    parts: {
      A: '"F"z4AA|c4AA|c4Ac|f2e3d|d2c2GA|"C"B2G2GA|B4GB|edc2e2|"F"f4',
      B: '"F"FF|"Bb"f4dB|"F"c4AF|"C"B2c2d2|"F"c4FF|"Bb"f4dB|"F"c4AF|"C"B2A2G2|"F"F6',
    },
  },
  alouette: {
    key: 'G',
    unit: 1,
    bar: 4,
    tempo: 120,
    parts: {
      A: '"G"G>ABB|AGAB|"D"GD2z|"G"G>ABB|AGAB|"D7"A"G"G2z',
      B: '"G"G>GGG|D/D/D/D/Dz|G>GGG|D/D/D/D/Dz|"D"dddd|d4',
    },
    form: 'ABA',
  },
  surLePont: {
    key: 'F',
    unit: 1,
    bar: 4,
    tempo: 132,
    parts: {
      A: '"F"FF F2|GGG2|"Bb"AB"F"cF|"C"EFGC|"F"FFF2|GGG2|"Bb"AB"F"cF|"C"G2"F"F2',
      B: '"F"F>FFG|F2F2|F>FFG|F4',
    },
    form: 'ABA',
  },
  ohSusanna: {
    key: 'G',
    unit: 0.5,
    bar: 8,
    tempo: 132,
    parts: {
      A: '"G"z6GA|B2d2d3e|d2B2G3A|B2B2A2G2|"D"A6GA|"G"B2d2d3e|d2B2G3A|B2B2"D"A2A2|"G"G8',
      B: '"C"c4c4|e2e4e2|"G"d2d2B2G2|"D"A6GA|"G"B2d2d3e|d2B2G3A|B2B2"D"A2A2|"G"G8',
    },
  },
  alleVoegel: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 116,
    parts: {
      A: '"C"c>GEc|"G"B/d/B/G/"C"c2|"C"c>GEc|"G"B/d/B/G/"C"c2',
      B: '"G"G>GFF|"C"E/G/E/C/"G"D2|"G"G>GFF|"C"E/G/E/C/"G"D2',
    },
    form: 'ABA',
  },
} satisfies Record<string, TuneText>;
