import { addAll, type BitSet, isEmptySet, keepCommon } from '../../../library/search-index/bit-set.ts';
import { wordsOf } from '../../../library/search-index/search-words.ts';
import { foldText } from '../../../platform/text/fold.ts';
import { type ValueField, valueFields } from '../../catalogue/index.ts';
import { type FactSets, stands } from './fact-sets.ts';
import type { AnyTerm, HasTerm, TextField, TextTerm } from './query.ts';
import { keyOf, type TitleSets } from './title-sets.ts';

const isValueField = (field: TextField): field is ValueField =>
  (valueFields as readonly string[]).includes(field);

/** The set of songs of one term. */
export const createTermSets = ({ facts, titles }: { facts: FactSets; titles: TitleSets }) => {
  const withNumber = (set: BitSet, number: number | null): BitSet => {
    if (number === null) return set;
    for (const field of ['year', 'tracknumber', 'discnumber'] as const) {
      addAll(set, facts.between(field, number, number));
    }
    return set;
  };

  const anyStart = async (text: string): Promise<BitSet> => {
    let common: BitSet | null = null;
    for (const word of wordsOf(text)) {
      const set = facts.anyWithWord(word);
      addAll(set, await titles.withWord(word));
      if (common === null) common = set;
      else keepCommon(common, set);
    }
    return common ?? facts.empty();
  };

  const anyPart = async (text: string): Promise<BitSet> => {
    const folded = foldText(text);
    if (keyOf(text) === '') return facts.empty();
    const set = facts.anyWith(keyOf(text));
    addAll(set, await titles.holding(folded));
    return isEmptySet(set) ? await titles.holdingAcross(folded) : set;
  };

  const anySet = async ({ text, manner, number }: AnyTerm): Promise<BitSet> =>
    withNumber(await (manner === 'start' ? anyStart(text) : anyPart(text)), number);

  const textSet = async ({ field, relation, text }: TextTerm): Promise<BitSet> => {
    const key = keyOf(text);
    if (key === '') return facts.empty();
    if (isValueField(field)) return facts.where(field, relation, key);
    return await titles.where(foldText(text), ({ title, path }) =>
      stands(relation, keyOf(field === 'title' ? title : path), key),
    );
  };

  const hasSet = (what: HasTerm['what']): BitSet => {
    switch (what) {
      case 'cover':
        return facts.withCover();
      case 'path':
      case 'title':
        return facts.all();
      case 'year':
      case 'tracknumber':
      case 'discnumber':
      case 'duration':
      case 'added':
        return facts.between(what, null, null);
      default:
        return facts.having(what);
    }
  };

  return { anySet, textSet, hasSet };
};

/** See {@link createTermSets}. */
export type TermSets = ReturnType<typeof createTermSets>;
