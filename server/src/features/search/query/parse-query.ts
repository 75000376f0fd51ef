import { foldText } from '../../../platform/text/fold.ts';
import { type Query, type Relation, withoutSigns } from './query.ts';
import { hasCover, numberFieldNames, spanOf, stepOf, textFieldNames } from './query-fields.ts';
import { createScanner, type Scanner } from './scanner.ts';

/*
 * Our own language: words, fields and values; `!!` and `-` bind closest, then `&&` and blanks, then `||`.
 */

const field = /([a-z]+)(?:\s*(!=|<=|>=|=|<|>|%|\^)\s*|:)/iy;
const or = /\s*\|\|\s*/y;
const and = /\s*&&\s*/y;
const not = /!!\s*|-(?=[^\s-])/y;
const open = /\(\s*/y;
const close = /\s*\)/y;
/** Up to a blank, a sign of the language, or the end. */
const bare = /(?:(?!&&|\|\||!!)[^\s()"])+/y;
const range = /^(.*?)\.\.(.*)$/;

const everything: Query = { kind: 'not', part: { kind: 'nothing' } };

const valueAt = (scanner: Scanner): string =>
  scanner.quoted() ?? scanner.take(bare)?.[0] ?? scanner.fail('value');

const relations: Readonly<Record<string, Relation>> = {
  ':': 'is',
  '=': 'is',
  '!=': 'is',
  '%': 'part',
  '^': 'start',
};

const negated = (query: Query, isNegated: boolean): Query =>
  isNegated ? { kind: 'not', part: query } : query;

const hasTerm = (scanner: Scanner): Query => {
  const what = valueAt(scanner).toLowerCase();
  if (what === hasCover) return { kind: 'has', what: hasCover };
  const known = Object.hasOwn(textFieldNames, what)
    ? textFieldNames[what]
    : Object.hasOwn(numberFieldNames, what)
      ? numberFieldNames[what]?.field
      : undefined;
  return known === undefined ? scanner.fail('known') : { kind: 'has', what: known };
};

const numberTerm = (scanner: Scanner, name: string, sign: string): Query => {
  const { field: of, form } = numberFieldNames[name] ?? { field: 'year', form: 'whole' };
  const expected = form === 'date' || form === 'day' ? 'date' : 'number';
  const text = valueAt(scanner);
  const spanAt = (part: string) => spanOf(part, form) ?? scanner.fail(expected);
  const ends = range.exec(text);
  if (ends !== null) {
    if (!['=', ':', '!='].includes(sign) || text === '..') scanner.fail(expected);
    const from = ends[1] === '' ? null : spanAt(ends[1] ?? '').from;
    const to = ends[2] === '' ? null : spanAt(ends[2] ?? '').to;
    return negated({ kind: 'range', field: of, from, to }, sign === '!=');
  }
  const { from, to } = spanAt(text);
  switch (sign) {
    case '>':
      return { kind: 'range', field: of, from: to + stepOf(form), to: null };
    case '>=':
      return { kind: 'range', field: of, from, to: null };
    case '<':
      return { kind: 'range', field: of, from: null, to: from - stepOf(form) };
    case '<=':
      return { kind: 'range', field: of, from: null, to };
    case '%':
    case '^':
      return scanner.fail('operator');
    default:
      return negated({ kind: 'range', field: of, from, to }, sign === '!=');
  }
};

/** A field of ours with its sign: anything else with a colon is a word. */
const knownField = new RegExp(
  `(?:has:|(?:${[...Object.keys(textFieldNames), ...Object.keys(numberFieldNames)].join('|')})(?:\\s*(?:!=|<=|>=|=|<|>|%|\\^)|:))`,
  'iy',
);

/** A field with its sign, where one of ours begins. */
const fieldAt = (scanner: Scanner): { name: string; sign: string } | null => {
  if (!scanner.sees(knownField)) return null;
  const match = scanner.take(field);
  return match === null ? null : { name: (match[1] ?? '').toLowerCase(), sign: match[2] ?? ':' };
};

const fieldTerm = (scanner: Scanner): Query | null => {
  const found = fieldAt(scanner);
  if (found === null) return null;
  const { name, sign } = found;
  if (name === 'has') return hasTerm(scanner);
  if (Object.hasOwn(numberFieldNames, name)) return numberTerm(scanner, name, sign);
  const relation = relations[sign] ?? scanner.fail('operator');
  const text = valueAt(scanner);
  return negated({ kind: 'text', field: textFieldNames[name] ?? 'title', relation, text }, sign === '!=');
};

/** A word, or words in quotes, which stand together. Signs alone say nothing. */
const wordTerm = (scanner: Scanner): Query => {
  const phrase = scanner.quoted();
  const text = phrase ?? scanner.take(bare)?.[0] ?? scanner.fail('term');
  if (withoutSigns(foldText(text)) === '') return everything;
  const number = phrase === null && /^\d{1,9}$/.test(text) ? Number(text) : null;
  return { kind: 'any', text, manner: phrase === null ? 'start' : 'part', number };
};

const atom = (scanner: Scanner): Query => {
  if (scanner.take(open) !== null) {
    const inside = scanner.nested(() => anyOf(scanner));
    if (scanner.take(close) === null) scanner.fail('closing');
    return inside;
  }
  scanner.countTerm();
  return fieldTerm(scanner) ?? wordTerm(scanner);
};

const signed = (scanner: Scanner): Query => {
  let isNegated = false;
  while (scanner.take(not) !== null) isNegated = !isNegated;
  return negated(atom(scanner), isNegated);
};

const allOf = (scanner: Scanner): Query => {
  const parts = [signed(scanner)];
  for (;;) {
    if (scanner.sees(or) || scanner.sees(close)) break;
    const isSaid = scanner.take(and) !== null;
    if (!isSaid) scanner.passBlanks();
    if (!isSaid && scanner.isAtEnd()) break;
    parts.push(signed(scanner));
  }
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'and', parts };
};

const anyOf = (scanner: Scanner): Query => {
  const parts = [allOf(scanner)];
  while (scanner.take(or) !== null) parts.push(allOf(scanner));
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'or', parts };
};

/**
 * Reads a query of our own language.
 * @throws QueryFault where it cannot be one
 */
export const parseQuery = (text: string): Query => {
  const scanner = createScanner(text);
  scanner.passBlanks();
  const query = anyOf(scanner);
  if (!scanner.isAtEnd()) scanner.fail('operator');
  return query;
};

const anyField = new RegExp(`(?:^|[\\s(!-])${knownField.source}`, 'i');

/** Whether a text names a field of ours, be it complete or not. */
export const isLanguage = (text: string): boolean => anyField.test(text);
