import { addBit, type BitSet, bitSetFor } from '../../../library/search-index/bit-set.ts';
import { isNear } from '../../../library/search-index/near-word.ts';
import { isPlainWord } from '../../../library/search-index/search-words.ts';
import {
  eachSong,
  type SongFactsIndex,
  type ValueField,
  type Values,
  valueFields,
} from '../../catalogue/index.ts';
import type { Relation } from './query.ts';
import { withoutSigns } from './query.ts';

/** Whether a word begins somewhere in a folded text: behind a blank, and one of letters and digits also behind a sign. */
const hasWordStart = (folded: string, word: string): boolean => {
  const isPlain = isPlainWord(word);
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    const before = folded.charAt(at - 1);
    if (at === 0 || (isPlain ? !isPlainWord(before) : /\s/u.test(before))) return true;
  }
  return false;
};

/** Whether a text stands to another as a field is asked. Both without signs. */
export const stands = (relation: Relation, key: string, text: string): boolean => {
  switch (relation) {
    case 'is':
      return key === text;
    case 'start':
      return key.startsWith(text);
    case 'part':
      return key.includes(text);
  }
};

/** Fields whose words are not in the search index. */
const unindexedFields = ['composer', 'genre', 'label', 'lyricist'] as const;

const isBetweenWords = (code: number): boolean => code < 0x30 || (code > 0x39 && code < 0x61);

/** Adds words of a folded text that are an edit away. */
const addNear = (found: Set<string>, word: string, text: string): void => {
  for (let from = 0, at = 0; at <= text.length; at += 1) {
    if (at < text.length && !isBetweenWords(text.charCodeAt(at))) continue;
    if (isNear(word, text, from, at)) found.add(text.slice(from, at));
    from = at + 1;
  }
};

const nearWords = (facts: SongFactsIndex, word: string, most: number): string[] => {
  const found = new Set<string>();
  for (const field of unindexedFields) {
    for (const text of facts.values[field].folded) {
      if (found.size >= most) break;
      addNear(found, word, text);
    }
  }
  return [...found];
};

/** Numbers that are held of every song. */
type HeldNumber = keyof SongFactsIndex['numbers'];

const between = (
  { greatestId, numbers }: SongFactsIndex,
  field: HeldNumber,
  { from, to }: { from: number | null; to: number | null },
): BitSet => {
  const set = bitSetFor(greatestId);
  const [least, most] = [Math.max(from ?? 0, 0), to ?? Number.POSITIVE_INFINITY];
  for (let id = 1; id <= greatestId; id += 1) {
    const number = numbers[field][id] ?? -1;
    if (number >= least && number <= most) addBit(set, id);
  }
  return set;
};

/** Sets of songs by what is held in memory of them. */
export const createFactSets = (facts: SongFactsIndex) => {
  const keys = new Map<Values, readonly string[]>();
  const keysOf = (values: Values): readonly string[] => {
    const known = keys.get(values) ?? values.folded.map(withoutSigns);
    keys.set(values, known);
    return known;
  };

  const addWhere = (
    set: BitSet,
    values: Values,
    texts: readonly string[],
    test: (text: string) => boolean,
  ) => {
    texts.forEach((text, value) => {
      if (test(text)) eachSong(values, value, (id) => addBit(set, id));
    });
  };

  const empty = (): BitSet => bitSetFor(facts.greatestId);

  const flagged = (flags: Uint8Array): BitSet => {
    const set = empty();
    for (let id = 1; id <= facts.greatestId; id += 1) if (flags[id] === 1) addBit(set, id);
    return set;
  };

  return {
    empty,
    all: (): BitSet => flagged(facts.isThere),
    withCover: (): BitSet => flagged(facts.hasCover),
    /** Songs with a value of a field that stands to a text (without signs) as asked. */
    where: (field: ValueField, relation: Relation, text: string): BitSet => {
      const set = empty();
      const values = facts.values[field];
      addWhere(set, values, keysOf(values), (key) => stands(relation, key, text));
      return set;
    },
    /** Songs with a value of any field that holds a text (without signs). */
    anyWith: (text: string): BitSet => {
      const set = empty();
      for (const field of valueFields) {
        const values = facts.values[field];
        addWhere(set, values, keysOf(values), (key) => key.includes(text));
      }
      return set;
    },
    /** Songs with a value of any field in which a folded word begins. */
    anyWithWord: (word: string): BitSet => {
      const set = empty();
      for (const field of valueFields) {
        const values = facts.values[field];
        addWhere(set, values, values.folded, (text) => hasWordStart(text, word));
      }
      return set;
    },
    /** Songs whose number lies between two, which are included; null is no bound. */
    between: (field: HeldNumber, from: number | null, to: number | null): BitSet =>
      between(facts, field, { from, to }),
    /** Up to `most` words of values that the search index does not have, each an edit away from a folded word. */
    near: (word: string, most: number): string[] => nearWords(facts, word, most),
    /** Songs with any value of a field. */
    having: (field: ValueField): BitSet => {
      const set = empty();
      for (const id of facts.values[field].songs) addBit(set, id);
      return set;
    },
  };
};

/** See {@link createFactSets}. */
export type FactSets = ReturnType<typeof createFactSets>;
