import type { Random, Weighted } from '@tonearm/song-files';
import {
  ACCENTED,
  ADJECTIVES,
  AWKWARD,
  COMBINED,
  EMOJI,
  FIRST_NAMES,
  GROUPS,
  LAST_NAMES,
  NOUNS,
  SCRIPTS,
  VERBS,
} from './words.ts';

/** What an artist writes in: `latin`, `accented`, `odd` or a name in SCRIPTS. */
export type Script = string;

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A title in English. */
export function latinTitle(random: Random): string {
  const adjective = () => random.skewed(ADJECTIVES);
  const noun = () => random.skewed(NOUNS);
  const verb = () => random.skewed(VERBS);
  return random.weighted<() => string>([
    [22, () => `${adjective()} ${noun()}`],
    [10, () => `The ${noun()}`],
    [8, () => `${noun()} of the ${noun()}`],
    [8, () => `${verb()} the ${noun()}`],
    [6, () => `${verb()} Me, ${adjective()} ${noun()}`],
    [6, () => noun()],
    [6, () => `My ${adjective()} ${noun()}`],
    [5, () => `${noun()} and ${noun()}`],
    [4, () => `In a ${adjective()} ${noun()}`],
    [3, () => `${random.skewed(FIRST_NAMES)}'s ${noun()}`],
    [3, () => `I Will ${verb()} You Until the ${adjective()} ${noun()} Meets the ${noun()} Again`],
    [2, () => `${random.int(2, 99)} ${noun()}s`],
  ])();
}

function scriptTitle(random: Random, script: Script): string {
  const { join, words: list } = SCRIPTS[script] ?? { join: ' ', words: [] };
  return Array.from({ length: random.int(1, 3) }, () => random.skewed(list)).join(join);
}

/** A song or album title in the taste of an artist who writes in `script`. */
export function makeTitle(random: Random, script: Script): string {
  const kind = random.unit();
  if (kind < 0.03) return random.pick(AWKWARD).replace(/\*/g, () => random.skewed(NOUNS));
  if (kind < 0.04) return `${random.skewed(NOUNS)} ${random.pick(EMOJI)}`;
  if (kind < 0.05) return `${random.pick(COMBINED)} ${random.skewed(NOUNS)}`;
  if (script === 'accented') return `${random.skewed(ACCENTED)} ${random.skewed(NOUNS)}`;
  if (script in SCRIPTS && random.chance(0.8)) return scriptTitle(random, script);
  return latinTitle(random);
}

/** What some songs add to their titles. */
export const SONG_SUFFIXES: readonly Weighted<string>[] = [
  [88, ''],
  [4, ' (Live)'],
  [3, ' (Remastered 2011)'],
  [2, ' - Demo'],
  [1, ' [Instrumental]'],
  [1, ', Pt. 2'],
  [1, ' (Radio Edit)'],
];

/** A name that suits the script; not yet one of its own. */
export function makeArtistName(random: Random, script: Script): string {
  if (script in SCRIPTS) return scriptTitle(random, script);
  if (script === 'accented') return `${random.pick(FIRST_NAMES)} ${random.skewed(ACCENTED)}`;
  if (script === 'odd') {
    return (
      random.weighted<() => string>([
        [3, () => `${random.pick(COMBINED)}`],
        [3, () => `${random.pick(EMOJI)} ${random.pick(NOUNS)}`],
        [
          4,
          () =>
            random.pick([
              'AC#DC',
              '+/-',
              '!!!',
              'M%A%N',
              '10,000 Things',
              'Sunn?',
              '"Weird" Ray',
              "D'Angel",
              '...Trail',
              'Q & Not Q',
              '65daysof',
              'Simon/Simone',
              'P!nq',
              'a',
              'The The',
            ]),
        ],
      ])() + (random.chance(0.7) ? ` ${random.int(2, 999)}` : '')
    );
  }
  return random.weighted<() => string>([
    [30, () => `${random.skewed(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`],
    [20, () => `The ${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}s`],
    [15, () => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`],
    [10, () => `${random.pick(LAST_NAMES)} & the ${random.pick(NOUNS)}s`],
    [10, () => `${random.pick(NOUNS)} ${random.pick(GROUPS)}`],
    [8, () => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)} ${random.pick(GROUPS)}`],
    [4, () => `DJ ${capitalised(random.pick(NOUNS).toLowerCase())}`],
  ])();
}
