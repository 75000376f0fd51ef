import type { Voice } from './bus.ts';
import { pluckedVoice } from './plucked.ts';
import { type Partial, struckVoice } from './struck.ts';
import { sustainedVoice } from './sustained.ts';

/** Every instrument of the demo, by name. */
export type InstrumentName =
  | 'piano'
  | 'harp'
  | 'koto'
  | 'balalaika'
  | 'musicBox'
  | 'celesta'
  | 'glass'
  | 'bells'
  | 'strings'
  | 'lowStrings'
  | 'choir'
  | 'pad'
  | 'organ'
  | 'accordion'
  | 'flute'
  | 'clarinet'
  | 'square'
  | 'pulse'
  | 'triangle';

const partials = (...list: [ratio: number, gain: number, seconds: number][]): Partial[] =>
  list.map(([ratio, gain, seconds]) => ({ ratio, gain, seconds }));

/** A harmonic series whose parts fade faster the higher they are, slightly stretched as in a stiff string. */
const stringPartials = (count: number, seconds: number): Partial[] =>
  Array.from({ length: count }, (_, i) => {
    const n = i + 1;
    return { ratio: n * Math.sqrt(1 + 0.0004 * n * n), gain: 0.8 / n ** 1.15, seconds: seconds / n ** 0.7 };
  });

const series = (count: number, gain: (n: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => gain(i + 1));

const bowed = {
  detuneCents: 9,
  vibratoCents: 7,
  vibratoHz: 5.1,
  sustain: 0.85,
  breath: 0.04,
};

/** Strings and metal that are struck or plucked. */
const createStruck = () => ({
  piano: struckVoice({ partials: stringPartials(9, 1.5), releaseSeconds: 0.12, click: 0.35, gain: 0.4 }),
  harp: pluckedVoice({ brightness: 0.45, seconds: 1.3, releaseSeconds: 0.7, place: 0.38, gain: 0.75 }),
  koto: pluckedVoice({ brightness: 0.9, seconds: 1, releaseSeconds: 0.8, place: 0.14, gain: 0.75 }),
  balalaika: pluckedVoice({ brightness: 0.75, seconds: 0.5, releaseSeconds: 0.15, place: 0.2, gain: 0.8 }),
  musicBox: struckVoice({
    partials: partials([1, 0.6, 1], [3.01, 0.22, 0.5], [6.2, 0.1, 0.16], [9.3, 0.05, 0.07]),
    releaseSeconds: Number.POSITIVE_INFINITY,
    click: 0.3,
    gain: 0.5,
  }),
  celesta: struckVoice({
    partials: partials([1, 0.7, 0.9], [2, 0.12, 0.5], [4, 0.2, 0.3], [7.1, 0.05, 0.1]),
    releaseSeconds: 0.5,
    click: 0.15,
    gain: 0.5,
  }),
  glass: struckVoice({
    partials: partials([1, 0.7, 2.2], [2.32, 0.16, 1.2], [4.25, 0.1, 0.7], [6.63, 0.04, 0.3]),
    releaseSeconds: Number.POSITIVE_INFINITY,
    gain: 0.45,
  }),
  bells: struckVoice({
    partials: partials(
      [0.5, 0.25, 2.6],
      [1, 0.6, 1.9],
      [1.19, 0.18, 1.3],
      [2, 0.3, 1.2],
      [2.52, 0.1, 0.8],
      [4.1, 0.12, 0.5],
      [5.43, 0.06, 0.3],
    ),
    releaseSeconds: Number.POSITIVE_INFINITY,
    click: 0.2,
    gain: 0.4,
  }),
});

/** Many that sound together for as long as they are held. */
const createEnsembles = () => ({
  strings: sustainedVoice({
    ...bowed,
    harmonics: series(14, (n) => 0.32 / n ** 1.25),
    attackSeconds: 0.11,
    releaseSeconds: 0.28,
    gain: 0.6,
  }),
  lowStrings: sustainedVoice({
    ...bowed,
    harmonics: series(10, (n) => 0.36 / n ** 1.5),
    attackSeconds: 0.06,
    releaseSeconds: 0.22,
    gain: 0.7,
  }),
  choir: sustainedVoice({
    ...bowed,
    harmonics: [0.3, 0.22, 0.2, 0.08, 0.05, 0.02, 0.03, 0.02],
    attackSeconds: 0.18,
    releaseSeconds: 0.4,
    detuneCents: 14,
    breath: 0.12,
    gain: 0.6,
  }),
  pad: sustainedVoice({
    ...bowed,
    harmonics: series(6, (n) => 0.35 / n ** 1.8),
    attackSeconds: 0.7,
    releaseSeconds: 1.4,
    detuneCents: 16,
    breath: 0,
    sustain: 0.9,
    gain: 0.5,
  }),
});

/** What is blown. */
const createWinds = () => ({
  organ: sustainedVoice({
    harmonics: [0.3, 0.22, 0.06, 0.14, 0, 0.05, 0, 0.07],
    attackSeconds: 0.03,
    releaseSeconds: 0.12,
    sustain: 1,
    detuneCents: 5,
    vibratoCents: 0,
    vibratoHz: 0,
    breath: 0.05,
    gain: 0.55,
  }),
  accordion: sustainedVoice({
    harmonics: series(12, (n) => (n % 2 ? 0.3 : 0.18) / n ** 0.9),
    attackSeconds: 0.03,
    releaseSeconds: 0.07,
    sustain: 0.9,
    detuneCents: 15,
    vibratoCents: 0,
    vibratoHz: 0,
    breath: 0.03,
    gain: 0.4,
  }),
  flute: sustainedVoice({
    harmonics: [0.5, 0.14, 0.07, 0.02, 0.01],
    attackSeconds: 0.06,
    releaseSeconds: 0.12,
    sustain: 0.85,
    detuneCents: 0,
    vibratoCents: 16,
    vibratoHz: 4.8,
    breath: 0.7,
    gain: 0.55,
  }),
  clarinet: sustainedVoice({
    harmonics: [0.45, 0.03, 0.22, 0.03, 0.12, 0.02, 0.06, 0.01, 0.03],
    attackSeconds: 0.04,
    releaseSeconds: 0.09,
    sustain: 0.85,
    detuneCents: 0,
    vibratoCents: 6,
    vibratoHz: 5,
    breath: 0.15,
    gain: 0.5,
  }),
});

/** Early home computers. */
const createChips = () => ({
  square: chip(
    series(24, (n) => (n % 2 ? 0.5 / n : 0)),
    0.32,
  ),
  pulse: chip(
    series(24, (n) => (0.7 * Math.sin((Math.PI * n) / 4)) / n),
    0.3,
  ),
  triangle: chip(
    series(12, (n) => (n % 2 ? ((n % 4 === 1 ? 1 : -1) * 0.8) / (n * n) : 0)),
    0.6,
  ),
});

/** A new set of instruments; they keep tables between notes, so one set serves a whole song. */
export const createInstruments = (): Record<InstrumentName, Voice> => ({
  ...createStruck(),
  ...createEnsembles(),
  ...createWinds(),
  ...createChips(),
});

/** A wave as early home computers made it: at once there, at once gone. */
function chip(harmonics: readonly number[], gain: number): Voice {
  return sustainedVoice({
    harmonics,
    attackSeconds: 0.004,
    releaseSeconds: 0.02,
    sustain: 0.6,
    detuneCents: 0,
    vibratoCents: 5,
    vibratoHz: 6,
    breath: 0,
    gain,
  });
}
