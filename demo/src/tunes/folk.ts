import type { TuneText } from '../score/abc.ts';

/** Old songs of the British Isles and North America. */
export const FOLK = {
  scarborough: {
    key: 'C',
    unit: 1,
    bar: 3,
    tempo: 96,
    parts: {
      A: '"Dm"D2D|A2A|"C"E>FE|"Dm"D3|zAc|"F"d2c|"Dm"AB"G"G|"Dm"A3|z2d|"F"d2d|"C"c2A|"F"AGF|"C"EC2|"Dm"D2A|"Am"G2F|"C"EDC|"Dm"D3|D3',
    },
  },
  greensleeves: {
    key: 'C',
    unit: 0.5,
    bar: 6,
    tempo: 132,
    parts: {
      A: '"Am"z5A|c2d e3/2f/2e|"G"d2B G3/2A/2B|"Am"c2A A3/2^G/2A|"E"B2^G E2A|"Am"c2d e3/2f/2e|"G"d2B G3/2A/2B|"Am"c3/2B/2A "E"^G3/2^F/2^G|"Am"A6',
      B: '"C"g3 g3/2f/2e|"G"d2B G3/2A/2B|"Am"c2A A3/2^G/2A|"E"B2^G E3|"C"g3 g3/2f/2e|"G"d2B G3/2A/2B|"Am"c3/2B/2A "E"^G3/2^F/2^G|"Am"A6',
    },
  },
  londonderry: {
    key: 'C',
    unit: 0.5,
    bar: 8,
    tempo: 84,
    parts: {
      A: '"C"z5B,CD|E3DEAGE|"F"DCA,2zCEF|"C"G3AGECE|"G7"D5B,CD|"C"E3DEAGE|"F"DCA,2zB,CD|"C"E3F"G7"EDCD|"C"C5GAB|"Am"c3BBAGA|"C"GEC2zGAB|"Am"c3B"Em"BAGE|"G7"D5GGG|"C"e3d"F"dcAc|"C"GEC2zB,CD|EAGE"G7"DCA,B,|"C"C8',
    },
  },
  amazingGrace: {
    key: 'G',
    unit: 1,
    bar: 3,
    tempo: 84,
    parts: {
      A: '"G"z2D|G2B/G/|B2A|"C"G2E|"G"D2D|G2B/G/|B2A|"D"d3|d2B|"G"d2B/G/|B2A|"C"G2E|"G"D2D|"Em"G2B/G/|"D"B2A|"G"G3|G3',
    },
  },
  auldLangSyne: {
    key: 'F',
    unit: 1,
    bar: 4,
    tempo: 100,
    parts: {
      A: '"F"z3C|F>FFA|"C"G>FGA|"F"F>FAc|"Bb"d3d|"F"c>AAF|"C"G>FGA|"Dm"F>D"C"DC|"F"F3d',
      B: '"F"c>AAF|"C"G>FGd|"F"c>AAc|"Bb"d3d|"F"c>AAF|"C"G>FGA|"Dm"F>D"C"DC|"F"F4',
    },
  },
  risingSun: {
    key: 'C',
    unit: 0.5,
    bar: 6,
    tempo: 150,
    parts: {
      A: '"Am"z4AB|c4e2|"D"d2A4|"F"A4a2|"Am"a3g2e|"C"e6|"E"e6|z4a2|"Am"a3a2a|"C"g2e2d2|"D"d2A4|"F"A4A2|"Am"A3c2B|"E"A2^G4|"Am"A6|A6',
    },
  },
  simpleGifts: {
    key: 'G',
    unit: 0.5,
    bar: 8,
    tempo: 116,
    parts: {
      A: '"G"z6D2|G2GABGBc|d2dcB2AG|"D"A2A2A2AB|A2GFD2D2|"G"G2GFGABc|d2d2B2AG|"D"A2AB"D7"A2GF|"G"G6',
      B: '"G"z2|d4B3A|BcBAG2G2|"D"A2ABA2GF|"G"G2D2z2DD|G2GABGBc|d2d2B2AG|"D"A2AB"D7"A2GF|"G"G8',
    },
  },
  drunkenSailor: {
    key: 'C',
    unit: 0.5,
    bar: 8,
    tempo: 168,
    parts: {
      A: '"Dm"A2AAA2AA|A2D2F2A2|"C"G2GGG2GG|G2C2E2G2|"Dm"A2AAA2AA|A2B2c2d2|"C"c2A2G2E2|"Dm"D4D4',
      B: '"Dm"A4A4|A2D2F2A2|"C"G4G4|G2C2E2G2|"Dm"A4A4|A2B2c2d2|"C"c2A2G2E2|"Dm"D4D4',
    },
  },
  myBonnie: {
    key: 'C',
    unit: 1,
    bar: 3,
    tempo: 126,
    parts: {
      A: '"C"z2G|edc|"F"dcA|"C"GE2|z2G|edc|"D7"cBc|"G7"d3|z2G|"C"edc|"F"dcA|"C"GE2|z2G|"F"Adc|"G7"BAB|"C"c3|z3',
      B: '"C"G3|c3|"F"A3|d3|"G7"B2B|BAB|"C"cde|z3|"C"G3|c3|"F"A3|d2c|"G7"B2B|BAB|"C"c3|c3',
    },
  },
  redRiver: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 104,
    parts: {
      A: '"C"z2GC|E2ED|C2DC|A,2C2|z2G,C|E2CE|G2FE|"G7"D4|z2GF|"C"E2ED|C2DE|"F"G2F2|z2A,A,|"C"G,2B,C|"G7"D2ED|"C"C4|z4',
    },
  },
} satisfies Record<string, TuneText>;
