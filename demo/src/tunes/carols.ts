import type { TuneText } from '../score/abc.ts';

/** Winter songs. */
export const CAROLS = {
  silentNight: {
    key: 'C',
    unit: 0.5,
    bar: 6,
    tempo: 92,
    parts: {
      A: '"C"G3/2A/2GE3|G3/2A/2GE3|"G"d2dB3|"C"c2cG3|"F"A2Ac3/2B/2A|"C"G3/2A/2GE3|"F"A2Ac3/2B/2A|"C"G3/2A/2GE3|"G"d2df3/2d/2B|"C"c3e3|cGE"G7"G3/2F/2D|"C"C6',
    },
  },
  tannenbaum: {
    key: 'F',
    unit: 0.5,
    bar: 6,
    tempo: 112,
    parts: {
      A: '"F"z4C2|F3/2F/2F3G|A3/2A/2A3A|"Gm"GAB2"C"E2|G2"F"F2',
      B: '"F"c2|c3/2A/2d3c|"Gm"c3/2B/2B3B|"C"B3/2G/2c3B|"F"B3/2A/2A2',
    },
    form: 'AABA',
  },
  jingleBells: {
    key: 'G',
    unit: 0.5,
    bar: 8,
    tempo: 176,
    parts: {
      A: '"G"D2B2A2G2|D6DD|D2B2A2G2|"C"E8|E2c2B2A2|"D"F8|d2d2c2A2|"G"B8',
      B: '"G"B2B2B4|B2B2B4|B2d2G3A|B8|"C"c2c2c3c|"G"c2B2B2BB|"D"d2d2c2A2|"G"G8',
    },
    form: 'ABB',
  },
  deckTheHalls: {
    key: 'F',
    unit: 0.5,
    bar: 8,
    tempo: 160,
    parts: {
      A: '"F"c3BA2G2|F2G2A2F2|"C"GABG"F"A3G|F2"C"E2"F"F4',
      B: '"C"G3AB2G2|"F"A3B"C"c2G2|"F"A=Bc2"G"d e f2|"C"e2d2c4',
    },
    form: 'AABA',
  },
  godRestYe: {
    key: 'G',
    unit: 1,
    bar: 4,
    tempo: 126,
    parts: {
      A: '"Em"z3E|EBBA|GFED|EF"D"GA|"B7"B3',
      B: '"Am"B|cABc|"G"deBA|"Em"GE"B7"FG|"Am"A2GA|"G"B2cB|"D"BAGF|"Em"E2"C"G/F/E|"Am"A2GA|"G"Bcde|"D"BAGF|"Em"E3',
    },
    form: 'AAB',
  },
  wenceslas: {
    key: 'G',
    unit: 1,
    bar: 4,
    tempo: 126,
    parts: {
      A: '"G"GGGA|GG"D"D2|"C"EDEF|"G"G2G2|GGGA|GG"D"D2|"C"EDEF|"G"G2G2|dcBA|"Em"BA"G"G2|"C"EDEF|"G"G2G2|"D"DDEF|"C"GG"D"A2|"G"dcBA|"C"G2c2|"G"G4',
    },
  },
  joyToTheWorld: {
    key: 'D',
    unit: 0.5,
    bar: 8,
    tempo: 116,
    parts: {
      A: '"D"d4c3B|A6G2|"D"F4"A"E4|"D"D6A2|"G"B6B2|"A"c6c2|"D"d6dc|B2A2A3G|F4z4|d2c2B2A2|A3GF4|FFFFFGA2|"A"EEEEEFG2|"D"FED2d3B|A3GF2G2|F4"A"E4|"D"D8',
    },
    form: 'A',
  },
  weWish: {
    key: 'G',
    unit: 0.5,
    bar: 6,
    tempo: 168,
    parts: {
      A: '"G"z4D2|G2GAGF|"C"E2E2E2|"A"A2ABAG|"D"F2D2D2|"B7"B2BcBA|"Em"G2E2DD|"C"E2A2"D"F2|"G"G4',
      B: '"G"D2|G2G2G2|"D"F4F2|"A"G2F2E2|"D"D4A2|"B7"B2A2G2|"D"d2D2DD|"C"E2A2"D"F2|"G"G4',
    },
    form: 'ABA',
  },
  coventry: {
    key: 'Bb',
    unit: 1,
    bar: 3,
    tempo: 104,
    parts: {
      A: '"Gm"GG^F|"Gm"G2B|"Cm"A2"Gm"G|"D"^F3|"Gm"GA"F"B|"Cm"c2"D"A|"G"=B3',
      B: '"Gm"d2c|"F"B2A|"Eb"B A G|"D"^F2D|"Gm"GA"F"B|"Cm"A2"D"^F|"G"G3',
    },
    form: 'ABA',
  },
} satisfies Record<string, TuneText>;
