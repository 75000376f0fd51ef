import type { Suggestion } from '@tonearm/contract';
import { type RareTextField, rareTextFields } from '../../../library/read/tag-values/rare-fields.ts';
import { foldText } from '../../../platform/text/fold.ts';
import { type SongFactsIndex, type ValueField, type Values, valueFields } from '../../catalogue/index.ts';
import { withoutSigns } from './query.ts';
import { numberFieldNames, textFieldNames } from './query-fields.ts';
import type { QuerySearch } from './query-search.ts';

/** Most suggestions. */
const mostShown = 10;

/** Where a field and the beginning of its value stand before the caret. */
const typedValue = /(?:^|[\s(!-])([a-z]+)(?::|\s*[=%^]\s*)("?)([^"()]*)$/i;

/** The word before the caret, without the sign that takes it away. */
const typedWord = /(?:^|[\s(!-])([^\s()"!-][^\s()"]*)$/;

const isValueField = (name: string): name is ValueField => (valueFields as readonly string[]).includes(name);

/** Nobody types these, or each song has its own. */
const notSuggested = /^(?:mb|comment$|barcode$|isrc$)/;

const isRareField = (name: string): name is RareTextField =>
  Object.hasOwn(rareTextFields, name) && !notSuggested.test(name);

/** No query can say a quote that a name has; it is found without. */
const withoutQuotes = (text: string): string => text.replaceAll('"', '');

/** Values that begin with what was typed, those of most songs first. */
const valuesLikeIn = (values: Values, typed: string): string[] => {
  const folded = withoutQuotes(foldText(typed.trim()));
  const found: { text: string; count: number }[] = [];
  values.folded.forEach((text, value) => {
    if (!withoutQuotes(text).startsWith(folded)) return;
    const count = (values.starts[value + 1] ?? 0) - (values.starts[value] ?? 0);
    found.push({ text: values.texts[value] ?? '', count });
  });
  found.sort((a, b) => b.count - a.count);
  return found.slice(0, mostShown).map(({ text }) => text);
};

/** A value as it is written in a query. */
const written = (text: string): string =>
  /[\s()"]|&&|\|\||!!/.test(text) ? `"${withoutQuotes(text)}"` : text;

/** What values are suggested of; asked where they are: reading them takes a while at first. */
interface SuggestDeps extends Pick<QuerySearch, 'valuesLike'> {
  factsOf(): Promise<SongFactsIndex>;
}

/** Values that may stand after a field; none where it has none that are suggested. */
const valuesOf = async (
  { factsOf, valuesLike }: SuggestDeps,
  field: string,
  typed: string,
): Promise<readonly string[] | null> => {
  if (isValueField(field)) return valuesLikeIn((await factsOf()).values[field], typed);
  if (!isRareField(field)) return null;
  return (await valuesLike(field, withoutSigns(foldText(typed)))).slice(0, mostShown);
};

/**
 * Fields and values that may stand where somebody types.
 * @param at where the caret is, in UTF-16 units
 */
export const suggest = async (deps: SuggestDeps, query: string, at: number): Promise<Suggestion[]> => {
  const before = query.slice(0, at);
  const value = typedValue.exec(before);
  const field = value?.[1]?.toLowerCase() ?? '';
  const typed = value?.[3] ?? '';
  const values = value === null ? null : await valuesOf(deps, field, typed);
  if (value !== null && values !== null) {
    const from = before.length - typed.length - (value[2] ?? '').length;
    // The quote that was closed already goes with what is replaced.
    const to = value[2] === '"' && query[before.length] === '"' ? before.length + 1 : before.length;
    return values.map((text) => ({
      kind: 'value' as const,
      text: written(text),
      from,
      to,
    }));
  }
  const word = typedWord.exec(before)?.[1]?.toLowerCase() ?? '';
  if (word === '') return [];
  const names = [...Object.keys(textFieldNames), ...Object.keys(numberFieldNames), 'has'];
  const [from, to] = [before.length - word.length, before.length];
  return names
    .filter((name) => name.startsWith(word))
    .slice(0, mostShown)
    .map((name) => ({ kind: 'field' as const, text: `${name}:`, from, to }));
};
