import type { TuneText } from '../score/abc.ts';

/** Dances and marches that every ballroom knew. */
export const SALON = {
  turkishMarch: {
    key: 'C',
    unit: 0.25,
    bar: 8,
    tempo: 126,
    parts: {
      A: '"Am"BA^GA|c2z2dcBc|e2z2fe^de|bagabaga|c\'4a2c\'2|"Em"b2a2g2a2|b2a2g2a2|"B7"b2a2g2^f2|"Em"e4',
      B: '"C"e2f2|g2g2agfe|"G"d4e2f2|"C"g2g2agfe|"G"d4c2d2|"Am"e2e2fedc|"E"B4c2d2|"Am"e2e2fedc|"E"B4',
    },
    form: 'AABA',
  },
  canCan: {
    key: 'D',
    unit: 0.5,
    bar: 8,
    tempo: 152,
    parts: {
      A: '"D"d8|"A"egfe"D"a4|a4abfg|"A"e4e4|egfe"D"dd\'c\'b|"G"agfe"A"d2z2',
      B: '"D"f2f2f2ef|"Em"g2g2g4|"A"e2e2e2de|"D"f2f2f4|f2f2f2ef|"Em"g2g2g4|"A"efede2c2|"D"d4z4',
    },
    form: 'AABA',
  },
  williamTell: {
    key: 'G',
    unit: 0.5,
    bar: 4,
    tempo: 138,
    parts: {
      A: '"G"D/D/|DD/D/DD/D/|GABD/D/|DD/D/DD/D/|"D"G/B/AFD/D/|"G"DD/D/DD/D/|GAB2|B/d/c/B/"D"A/c/B/A/|"G"GBG',
    },
    form: 'AA',
  },
  mountainKing: {
    key: 'C',
    unit: 0.5,
    bar: 8,
    tempo: 132,
    parts: {
      A: '"Am"ABcdece2|"B"^dB^d2"Bb"=d_Bd2|"Am"ABcdecea|"C"gecegz3',
      B: '"E"EF^GABGB2|"F"cAc2"E"B^GB2|"E"EF^GABGB2|"F"cAc2"E"Bz3',
    },
    form: 'AABA',
  },
  blueDanube: {
    key: 'D',
    unit: 1,
    bar: 3,
    tempo: 174,
    parts: {
      A: '"D"z2D|DFA|A2a|a2f|f2D|DFA|A2a|"A"a2g|g2C|CEB|B2b|b2g|g2C|CEB|B2b|"D"b2f|f2D',
      B: '"D"DFA|d2d\'|d\'2a|a2D|DFA|d2d\'|"G"d\'2b|b2E|"Em"EGB|B3|"D"z2^G|A3|f3|"A"d2 F|F2E|B2A|"D"D2z',
    },
  },
  hungarian: {
    key: 'Bb',
    unit: 0.5,
    bar: 8,
    tempo: 132,
    parts: {
      A: '"Gm"d3gb3g|"D"^f3ga4|"Cm"g2efg2c2|"Gm"d3cB4|"Cm"c2eg"Gm"B2dg|"D"A2d^f"Gm"G4|"Cm"c2eg"Gm"B2dg|"D"A2G^F"Gm"G4',
    },
    form: 'AA',
  },
  toreador: {
    key: 'F',
    unit: 0.5,
    bar: 8,
    tempo: 112,
    parts: {
      A: '"F"c4d3c|A4A4|A3GA3B|A8|"C"B4G3c|"F"A8|"Dm"F4D3G|"C"C8|"C"G4G3G|G2d2c2B2|"F"A2G2A2B2|A8|"A"E2A2A2^G2|e8|"Dm"d3ed3=B|"G"=B4"C"c4',
    },
  },
  entertainer: {
    key: 'C',
    unit: 0.25,
    bar: 8,
    tempo: 80,
    parts: {
      A: '"C"D^D|Ec2Ec2Ec|"F"c4zcd^d|"C"ecde2"G"Bd2|"C"c4z2D^D|Ec2Ec2Ec|"F"c4z2AG|"D"^FAce2dcA|"G"d6D^D|"C"Ec2Ec2Ec|"F"c4zcd^d|"C"ecde2"G"Bd2|"C"c6cd|ecde2cdc|"F"ecde2cdc|"C"ecde2"G"Bd2|"C"c6',
    },
    form: 'A',
  },
  cucaracha: {
    key: 'F',
    unit: 0.5,
    bar: 8,
    tempo: 152,
    parts: {
      A: '"F"z5CCC|F3A4z|zCCCF3A|z4F2FE|"C7"EDDCz4|z5CCC|E3G4z|zCCCE3G|z4c2dc|"F"BAG2F4',
    },
    form: 'AA',
  },
} satisfies Record<string, TuneText>;
