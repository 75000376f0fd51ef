import {
  type RareNumberField,
  type RareTextField,
  rareNumberFields,
  rareTextFields,
} from '../../../library/read/tag-values/rare-fields.ts';
import { addAll, type BitSet, isEmptySet, keepCommon } from '../../../library/search-index/bit-set.ts';
import { wordsOf } from '../../../library/search-index/search-words.ts';
import { foldText } from '../../../platform/text/fold.ts';
import { type ValueField, valueFields } from '../../catalogue/index.ts';
import { type FactSets, stands } from './fact-sets.ts';
import { isPersonal, type PersonalSets } from './personal-sets.ts';
import type { AnyTerm, HasTerm, PersonalField, RangeTerm, TextField, TextTerm } from './query.ts';
import type { RareSets } from './rare-sets.ts';
import { keyOf, type TitleSets } from './title-sets.ts';

const isRareText = (field: string): field is RareTextField => Object.hasOwn(rareTextFields, field);
const isRareNumber = (field: string): field is RareNumberField => Object.hasOwn(rareNumberFields, field);

const isValueField = (field: TextField): field is ValueField =>
  (valueFields as readonly string[]).includes(field);

/** With the songs of which year, track or disc is a number. */
const withNumber = (facts: FactSets, set: BitSet, number: number | null): BitSet => {
  if (number === null) return set;
  for (const field of ['year', 'tracknumber', 'discnumber'] as const) {
    addAll(set, facts.between(field, number, number));
  }
  return set;
};

/** Songs that have a value of what is held of every song. */
const hasFact = (
  facts: FactSets,
  what: Exclude<HasTerm['what'], PersonalField | RareTextField | RareNumberField>,
): BitSet => {
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

/** The set of songs of one term. */
export const createTermSets = ({
  facts,
  titles,
  rare,
  personal,
}: {
  facts: FactSets;
  titles: TitleSets;
  rare: RareSets;
  personal: PersonalSets;
}) => {
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
    withNumber(facts, await (manner === 'start' ? anyStart(text) : anyPart(text)), number);

  const textSet = async ({ field, relation, text }: TextTerm): Promise<BitSet> => {
    const key = keyOf(text);
    if (key === '') return facts.empty();
    if (isValueField(field)) return facts.where(field, relation, key);
    if (isRareText(field)) return await rare.where(field, relation, key);
    return await titles.where(foldText(text), ({ title, path }) =>
      stands(relation, keyOf(field === 'title' ? title : path), key),
    );
  };

  const rangeSet = async ({ field, from, to }: RangeTerm): Promise<BitSet> => {
    if (isPersonal(field)) return await personal.between(field, from, to);
    return isRareNumber(field) ? await rare.between(field, from, to) : facts.between(field, from, to);
  };

  const hasSet = async (what: HasTerm['what']): Promise<BitSet> => {
    if (isPersonal(what)) return await personal.having(what);
    if (isRareText(what)) return await rare.having(what);
    if (isRareNumber(what)) return await rare.between(what, null, null);
    return hasFact(facts, what);
  };

  return { anySet, textSet, rangeSet, hasSet };
};

/** See {@link createTermSets}. */
export type TermSets = ReturnType<typeof createTermSets>;
