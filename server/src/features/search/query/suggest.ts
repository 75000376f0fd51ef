import type { Suggestion } from '@tonearm/contract';
import { foldText } from '../../../platform/text/fold.ts';
import { type SongFactsIndex, type ValueField, type Values, valueFields } from '../../catalogue/index.ts';
import { numberFieldNames, textFieldNames } from './query-fields.ts';

/** Most suggestions. */
const mostShown = 10;

/** Where a field and the beginning of its value stand before the caret. */
const typedValue = /(?:^|[\s(!-])([a-z]+)(?::|\s*[=%^]\s*)("?)([^"()]*)$/i;

/** The word before the caret, without the sign that takes it away. */
const typedWord = /(?:^|[\s(!-])([^\s()"!-][^\s()"]*)$/;

const isValueField = (name: string): name is ValueField => (valueFields as readonly string[]).includes(name);

/** No query can say a quote that a name has; it is found without. */
const withoutQuotes = (text: string): string => text.replaceAll('"', '');

/** Values that begin with what was typed, those of most songs first. */
const valuesLike = (values: Values, typed: string): string[] => {
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

/**
 * Fields and values that may stand where somebody types.
 * @param factsOf asked where values are: reading them takes a while at first
 * @param at where the caret is, in UTF-16 units
 */
export const suggest = async (
  factsOf: () => Promise<SongFactsIndex>,
  query: string,
  at: number,
): Promise<Suggestion[]> => {
  const before = query.slice(0, at);
  const value = typedValue.exec(before);
  const field = value?.[1]?.toLowerCase() ?? '';
  if (value !== null && isValueField(field)) {
    const typed = value[3] ?? '';
    const from = before.length - typed.length - (value[2] ?? '').length;
    // The quote that was closed already goes with what is replaced.
    const to = value[2] === '"' && query[before.length] === '"' ? before.length + 1 : before.length;
    return valuesLike((await factsOf()).values[field], typed).map((text) => ({
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
