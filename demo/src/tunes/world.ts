import type { TuneText } from '../score/abc.ts';

/** Old songs of Japan and Russia. */
export const WORLD = {
  sakura: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 76,
    parts: {
      A: '"Am"AAB2|AAB2',
      B: '"F"ABcB|AB/A/F2|"E5"ECEF|EE/C/B,2',
      C: '"E5"EFB/A/F|E4',
    },
    form: 'ABBAC',
  },
  kojoNoTsuki: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 80,
    parts: {
      A: '"Am"EEAB|cBA2|"Dm"FF"E"ED|E4|"Am"EEAB|cBA2|"Dm"FD"E"EE|"Am"A,4',
      B: '"Am"ccBA|"F"F>AE2|"Dm"DFED|"E"E4|"Am"EEAB|cBA2|"Dm"FD"E"EE|"Am"A,4',
    },
  },
  kagome: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 100,
    parts: {
      A: '"Am"A2BA|AAAz|A/A/A/G/AE|GAAz|"Em"E/E/GGE|GAA2|"Am"B>AGA|EGA2|B/B/A/G/AE|"Em"GGE2|"Am"AABA|A4',
    },
  },
  edoLullaby: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 72,
    parts: {
      A: '"Am"EEFE|"F"A2BA|"E5"FEC2|E4|"Am"AABc|"F"BAF2|"E5"EFEC|B,4|"Am"CEFE|"F"ABAF|"E5"E2CB,|"Am"A,4',
    },
  },
  korobeiniki: {
    key: 'C',
    unit: 0.5,
    bar: 8,
    tempo: 138,
    parts: {
      A: '"E"e2Bcd2cB|"Am"A2Ace2dc|"E"B3cd2e2|"Am"c2A2A4',
      B: '"Dm"zd2fa2gf|"C"e3ce2dc|"E"B2Bcd2e2|"Am"c2A2A4',
    },
    form: 'AABB',
  },
  kalinka: {
    key: 'C',
    unit: 0.5,
    bar: 8,
    tempo: 144,
    parts: {
      A: '"E"z6e2|d2Bcd2Bc|d2cB"Am"A2e2|"E"d2Bcd2Bc|d2cB"Am"A4',
      B: '"G"g4"C"e2fe|"G"d2"C"c2"F"A4|"Dm"A2Bc"G"d2cB|"E"B2^G2E4',
    },
    form: 'AABA',
  },
  volga: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 72,
    parts: {
      A: '"Am"cA"Dm"d"Am"A|cA"Dm"d"Am"A|e>d"Dm"cd|"E"cB"Am"A2',
      B: '"Am"e2ee|"Dm"fd"Am"e2|"C"e>d"G"cB|"Am"cA"E"E2',
    },
    form: 'AABA',
  },
  darkEyes: {
    key: 'C',
    unit: 1,
    bar: 3,
    tempo: 120,
    parts: {
      A: '"E7"z2E|^DEF|"E7"cB2|"Am"zBA|A2z|"E7"z2E|^DEF|dc2|"Am"zcB|B2z|"Dm"z2A|^GAB|"Dm"fe2|"Am"zed|c2z|"E7"zcB|A^GF|"Am"E2A|A3',
    },
  },
  birch: {
    key: 'C',
    unit: 1,
    bar: 4,
    tempo: 126,
    parts: {
      A: '"Am"eeee|d2cc|"E"B2"Am"A2',
      B: '"Am"ee"C"ge|"Dm"ddcc|"E"B2"Am"A2',
      C: '"E"B2Bc|"Dm"d2"Am"cc|"E"B2"Am"A2',
    },
    form: 'AABBCC',
  },
  swan: {
    key: 'C',
    unit: 0.5,
    bar: 8,
    tempo: 96,
    parts: {
      A: '"Am"e4ABcd|e3ce3c|"Dm"e3A"Am"cAFc|"Dm"A6dc|"E"B2ABc2de|"Am"f2ABc2de|"Dm"d3ef3a|"Am"e8',
    },
  },
  promenade: {
    key: 'Bb',
    unit: 1,
    bar: 11,
    tempo: 104,
    parts: {
      A: '"Bb"GFBc/f/d"F"c/f/d"Bb"B"F"cGF',
      B: '"Gm"G"F"F"Bb"B"F"c/f/"Bb"d"Eb"c/e/"Bb"d"Gm"B"Cm"c"Dm"A"F"F',
    },
    form: 'ABA',
  },
} satisfies Record<string, TuneText>;
