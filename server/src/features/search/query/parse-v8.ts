import { foldText } from '../../../platform/text/fold.ts';
import { type NumberField, type Query, type TextField, withoutSigns } from './query.ts';
import { createScanner, type Scanner } from './scanner.ts';

/*
 * The language of version 8 of the API: operators are taken from left to right and none binds closer than another, but for
 * blanks, which join what stands on both sides when all of that has been taken.
 */

const textField = /(albumartist|album|artist|composer|genre|label|lyricist|path|title)\s*([=%])\s*/y;
const numberField = /(discnumber|tracknumber|year)\s*(>=|<=|=|>|<)\s*/y;
const whole = /0|[1-9]\d*/y;
const bare = /[^\s()<>"|&=!]+/y;
const operator = /\s*(&&|\|\||!!)\s*/y;
const open = /\(\s*/y;
const close = /\s*\)/y;

/** Greatest number that a song may have of anything. */
const greatestNumber = 2 ** 31 - 1;

/** What is too short to be looked for: left out beside others, and finds nothing alone. */
type Part = Query | 'short';

const nothing: Query = { kind: 'nothing' };

const isShort = (text: string): boolean => [...withoutSigns(foldText(text))].length < 2;

const stringAt = (scanner: Scanner): string | null => scanner.quoted() ?? scanner.take(bare)?.[0] ?? null;

const textTerm = (scanner: Scanner): Part | null => {
  const match = scanner.take(textField);
  if (match === null) return null;
  const text = stringAt(scanner) ?? scanner.fail('value');
  if (match[2] === '%' && isShort(text)) return 'short';
  return { kind: 'text', field: match[1] as TextField, relation: match[2] === '%' ? 'part' : 'is', text };
};

const bounds = (sign: string, number: number): { from: number | null; to: number | null } => {
  switch (sign) {
    case '>':
      return { from: number + 1, to: null };
    case '>=':
      return { from: number, to: null };
    case '<':
      return { from: null, to: number - 1 };
    case '<=':
      return { from: null, to: number };
    default:
      return { from: number, to: number };
  }
};

const numberTerm = (scanner: Scanner): Part | null => {
  const match = scanner.take(numberField);
  if (match === null) return null;
  const digits = scanner.take(whole)?.[0] ?? scanner.fail('number');
  return { kind: 'range', field: match[1] as NumberField, ...bounds(match[2] ?? '', Number(digits)) };
};

const anyTerm = (scanner: Scanner): Part => {
  const digits = scanner.take(whole)?.[0];
  if (digits !== undefined) {
    const number = Number(digits);
    return {
      kind: 'any',
      text: digits.length < 2 ? '' : digits,
      manner: 'part',
      number: number > greatestNumber ? null : number,
    };
  }
  const text = stringAt(scanner) ?? scanner.fail('term');
  return isShort(text) ? 'short' : { kind: 'any', text, manner: 'part', number: null };
};

const atom = (scanner: Scanner): Part => {
  if (scanner.take(open) !== null) {
    const inside = scanner.nested(() => joined(scanner));
    if (scanner.take(close) === null) scanner.fail('closing');
    return inside;
  }
  scanner.countTerm();
  return textTerm(scanner) ?? numberTerm(scanner) ?? anyTerm(scanner);
};

const combine = (left: Part, sign: string, right: Part): Part => {
  if (right === 'short') return left;
  if (left === 'short') return sign === '!!' ? nothing : right;
  switch (sign) {
    case '||':
      return { kind: 'or', parts: [left, right] };
    case '!!':
      return { kind: 'and', parts: [left, { kind: 'not', part: right }] };
    default:
      return { kind: 'and', parts: [left, right] };
  }
};

const combined = (scanner: Scanner): Part => {
  let left = atom(scanner);
  for (let sign = scanner.take(operator); sign !== null; sign = scanner.take(operator)) {
    left = combine(left, sign[1] ?? '', atom(scanner));
  }
  return left;
};

const joined = (scanner: Scanner): Part => {
  let left = combined(scanner);
  for (;;) {
    if (scanner.sees(close)) return left;
    scanner.passBlanks();
    if (scanner.isAtEnd()) return left;
    left = combine(left, '&&', combined(scanner));
  }
};

/**
 * Reads a query of version 8.
 * @throws QueryFault where it cannot be one
 */
export const parseV8Query = (text: string): Query => {
  const scanner = createScanner(text);
  scanner.passBlanks();
  const query = joined(scanner);
  if (!scanner.isAtEnd()) scanner.fail('operator');
  return query === 'short' ? nothing : query;
};
