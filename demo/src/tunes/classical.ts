import type { TuneText } from '../score/abc.ts';

/** Themes by composers who died long ago. */
export const CLASSICAL = {
  odeToJoy: {
    key: 'D',
    unit: 1,
    bar: 4,
    tempo: 120,
    parts: {
      A: '"D"FFGA|"A"AGFE|"D"DDEF|F>"A"EE2|"D"FFGA|"A"AGFE|"D"DDEF|"A"E>D"D"D2',
      B: '"A"EE"D"FD|"A"EF/G/"D"FD|"A"EF/G/"B7"FE|"Em"D"E7"E"A"A,2|"D"FFGA|"G"AGFE|"D"DDEF|"A"E>D"D"D2',
    },
  },
  furElise: {
    key: 'C',
    unit: 0.25,
    bar: 6,
    tempo: 68,
    parts: {
      A: '"Am"e^d|e^deB=dc|A2zCEA|"E"B2zE^GB|"Am"c2zEe^d|e^deB=dc|A2zCEA|"E"B2zEcB|"Am"A4',
      B: '"C"Bcd|e3Gfe|"G"d3Fed|"Am"c3Edc|"E"B2zEez|ze^dze^d|e^de^de^d|"Am"e^deB=dc|A2zCEA|"E"B2zEcB|"Am"A4',
    },
    form: 'AAB',
  },
  fifth: {
    key: 'Eb',
    unit: 0.5,
    bar: 4,
    tempo: 150,
    parts: {
      A: '"Cm"zGGG|E4|"G"zFFF|D4|D4|"Cm"zGGG|EAAA|Geee|c4|"G"zGGG|DAAA|Gfff|d4|"Cm"zggf|eggf|"Fm"eccf|"G"fee=d|"Cm"zggf|e2c2|"G"=B2dg|"Cm"c4|zccc|G4|"G"zGGG|D4|"Cm"zCCC|C4',
    },
  },
  allegretto: {
    key: 'C',
    unit: 0.5,
    bar: 8,
    tempo: 84,
    parts: {
      A: '"Am"E2EEE2E2|"E"E2EEE2E2|"E7"^G2GGG2G2|"Am"A2AAA2A2|"C"c2ccc2c2|"G"B2BBB2B2|"B7"A2AA^d2d2|"E"e4E4',
      B: '"Am"c2ccc2c2|"E"B2BBB2B2|"E7"d2ddd2d2|"Am"c2ccc2c2|"C"e2eee2e2|"G"d2ddd2d2|"Dm"f2ff"E"e2d2|"Am"c4A4',
    },
  },
  pathetique: {
    key: 'Ab',
    unit: 0.5,
    bar: 8,
    tempo: 66,
    parts: {
      A: '"Ab"c4"Eb"B4|"Ab"e6"Db"d2|"Ab"c2e2"F7"A2=A2|"Bb"B8|"Eb"B4"G"=B4|"Cm"c4"Bb7"f4|"Eb"e2d2"Db"c2B2|"Ab"A8',
    },
  },
  schubertSerenade: {
    key: 'F',
    unit: 0.25,
    bar: 12,
    tempo: 76,
    parts: {
      A: '"Dm"A4/3B4/3A4/3d6A2|"Gm"G4/3A4/3G4/3d6G2|"A7"F4/3G4/3F4/3"A7"F4E4|"Dm"F12|"Dm"A4/3B4/3A4/3d6A2|"Gm"G4/3A4/3G4/3"C"e6d2|"F"c4/3d4/3c4/3"C7"c4B4|"F"A12',
    },
  },
  traumerei: {
    key: 'F',
    unit: 0.5,
    bar: 8,
    tempo: 80,
    parts: {
      A: '"F"z6C2|F8|"F"zEFAcf f2|"Bb"f2edcf"Gm"GA|"C"B2dF"Bb"GA"C"c2|"F"C2',
      B: '"F"C2|F8|zEFAca a2|"Dm"a2gfe"Gm"fdc|"Gm"B2 dF"C"GA cE|"F"F8',
    },
  },
  dvorakLargo: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 66,
    parts: {
      A: '"C"E>GG2|E>DC2|"F"D>EG>E|"G"D4|"C"E>GG2|E>DC2|"F"D>E"G"DC|"C"C4',
      B: '"F"A>cc2|"C"B>GA2|"F"A>cB>G|"Am"A4|"F"A>cc2|"C"B>GA2|"F"A>c"G"B>G|"Am"A4',
    },
    form: 'ABA',
  },
  aveMaria: {
    key: 'Bb',
    unit: 0.5,
    bar: 8,
    tempo: 60,
    parts: {
      A: '"Bb"B6AB|d4c2B2|"F"c6BA|"Bb"B8|"Gm"d4d2ed|"Cm"c2G4z2|"F"c4c2dc|"Bb"B8',
    },
  },
  habanera: {
    key: 'F',
    unit: 0.5,
    bar: 4,
    tempo: 76,
    parts: {
      A: '"Dm"d2^c=c|c=B_BA|(3A^GA(3=GFG|A4|"Gm"d2^c=c|"Dm"c=B_BA|"A"(3AGF(3EFE|"Dm"D4',
      B: '"D"A2^FG|A3A|"G"B>AG^F|"D"^F4|"A"E2^F=G|"D"^F3A|"A"A>GFE|"D"D4',
    },
    form: 'AAB',
  },
  gymnopedie: {
    key: 'D',
    unit: 1,
    bar: 3,
    tempo: 76,
    parts: {
      I: '"Gmaj7"z3|"Dmaj7"z3|"Gmaj7"z3|"Dmaj7"z3',
      A: '"Gmaj7"zfa|"Dmaj7"gfc|"Gmaj7"Bcd|"Dmaj7"A3|"Gmaj7"F3|"Dmaj7"F3|"Gmaj7"F3|"Dmaj7"F3',
      B: '"Gmaj7"zfa|"Dmaj7"gfc|"Gmaj7"Bcd|"Dmaj7"A3|"Em"c3|"Em7"f3|"Am"E3|E3|"D"A3|"Em7"E3|"D"D3|D3',
    },
    form: 'IAB',
  },
  sarabande: {
    key: 'F',
    unit: 1,
    bar: 3,
    tempo: 66,
    parts: {
      A: '"Dm"D2D|"A"E>FE|"Dm"F2F|"C"G>AG|"F"A2A|"C"G>AG|"Gm"B>AG|"A"A3',
      B: '"F"A2A|"C"c>dc|"Bb"d2d|"F"c>dc|"Gm"B2B|"Dm"A2F|"A"E>DE|"Dm"D3',
    },
    form: 'ABAB',
  },
  rondeau: {
    key: 'F',
    unit: 1,
    bar: 3,
    tempo: 132,
    parts: {
      A: '"Dm"DFA|d2e/f/|"A"e2a|"Dm"f2d|"Gm"gfe/d/|"A"^cde/c/|"Dm"d2"A"^c|"Dm"d3',
      B: '"F"fcA|"C"egc|"F"afc|"Bb"d2e/f/|"Gm"g f/e/d/c/|"C"e2c|"F"fe"C"g|"F"f3',
    },
    form: 'ABA',
  },
  minuetInG: {
    key: 'G',
    unit: 0.5,
    bar: 6,
    tempo: 132,
    parts: {
      A: '"G"d2GABc|d2G2G2|"C"e2cdef|"G"g2G2G2|"Am"c2dcBA|"G"B2cBAG|"D"F2GABG|A6|"G"d2GABc|d2G2G2|"C"e2cdef|"G"g2G2G2|"Am"c2dcBA|"G"B2cBAG|"D"A2BAGF|"G"G6',
      B: '"G"b2gabg|"D"a2defd|"Em"g2efgd|"A"c2BcA2|"D"ABcdef|"A"g2f2e2|"D"f2"A"A2c2|"D"d6|"G"d2GFG2|"C"e2GFG2|"G"d2c2B2|"D"AGFGA2|DEFGAB|c2B2A2|"G"B2"D"d2F2|"G"G6',
    },
  },
  jesu: {
    key: 'G',
    unit: 1 / 3,
    bar: 9,
    tempo: 80,
    parts: {
      A: '"G"zGABdc"C"ced|"G"dgf"Em"gdBGAB|"C"cde"G"dcB"D"ABG|FGA"D7"DFAcBA|"G"BGABdc"C"ced|"G"dgf"Em"gdBGAB|"Am"EdcBAG"D"DGF|"G"G9',
    },
    form: 'AA',
  },
  bourree: {
    key: 'G',
    unit: 0.5,
    bar: 8,
    tempo: 144,
    parts: {
      A: '"Em"z6ef|g2fe"B7"^d2ef|B2^c^d"Em"e2=dc|"Am"B2AG"D"F2GA|"G"BAGF"Em"E2ef|g2fe"B7"^d2ef|B2^c^d"Em"e2=dc|"Am"B2AG"D"F3G|"G"G6',
      B: '"G"Bc|d2cB"D"A2de|f2ed"G"g2fe|"A"^c2de"D"f2ga|"B7"^d2Bc"Em"e2fg|"Am"c2BA"B7"B2AG|"Em"E6',
    },
    form: 'AAB',
  },
  invention: {
    key: 'C',
    unit: 0.25,
    bar: 16,
    tempo: 84,
    parts: {
      A: '"C"zCDEFDECG2c2B2c2|"G"dGABcABGd2g2f2g2|"C"eagfegfa"G"gfedcedf|"Am"edcBAcBd"D"cBAGFAGB|"Am"A2G2"D"F3A"G"G4z4|"G"zGABcABGd4z4|"D"zdefgefd"G"a4b4|"C"zcdefdec"Dm"d2g2"G"B2d2|"C"c16',
    },
  },
} satisfies Record<string, TuneText>;
