import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayNumber, spanOf } from './query-fields.ts';

const padded = (number: number): string => String(number).padStart(2, '0');
const second = 1000;
const day = 86_400 * second;
/** A moment from 1970 to 2100. */
const moment = fc.integer({ min: 0, max: 47_481 }).map((days) => new Date(days * day));
const digits = ['plain', 'padded'] as const;

/** A date as people write it, as far as they say it. */
const written = (date: Date, parts: number, manner: (typeof digits)[number]): string =>
  [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    .slice(0, parts)
    .map((number) => (manner === 'plain' ? String(number) : padded(number)))
    .join('-');

it('takes all seconds of the year, month or day that a date means, and none beside them', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 3 }), fc.constantFrom(...digits), (date, parts, manner) => {
      const text = written(date, parts, manner);
      const span = spanOf(text, 'date');
      const isMeant = (seconds: number): boolean =>
        written(new Date(seconds * second), parts, 'plain') === written(date, parts, 'plain');
      const { from, to } = span ?? { from: Number.NaN, to: Number.NaN };
      expect(
        [text, from - 1, from, to, to + 1].map((each) => typeof each === 'number' && isMeant(each)),
      ).toEqual([false, false, true, true, false]);
      expect(from <= date.getTime() / second && date.getTime() / second <= to).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('takes all days of a year or a month by their numbers, and what says no more', () => {
  fc.assert(
    fc.property(
      moment,
      moment,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      (date, other, parts, said) => {
        const span = spanOf(written(date, parts, 'padded'), 'day');
        const number = dayNumber(written(other, said, 'plain')) ?? Number.NaN;
        const isWithin = span !== null && span.from <= number && number <= span.to;
        // What says less than it was asked for is in no month of its year.
        const isMeant = said >= parts && written(other, parts, 'plain') === written(date, parts, 'plain');
        expect(isWithin).toBe(isMeant);
      },
    ),
    { numRuns: 500 },
  );
});

it.each([
  ['90', 'whole', { from: 90, to: 90 }],
  ['1:30', 'time', { from: 90, to: 90 }],
  ['90', 'time', { from: 90, to: 90 }],
  ['2:05', 'time', { from: 125, to: 125 }],
  ['1:02:05', 'time', { from: 3725, to: 3725 }],
  ['-6.5', 'decimal', { from: -6.5, to: -6.5 }],
  ['0.98', 'decimal', { from: 0.98, to: 0.98 }],
  ['-6,5', 'decimal', null],
  ['1e3', 'decimal', null],
  ['1:30', 'whole', null],
  ['1:30', 'kilobits', null],
  ['12345:00', 'time', null],
  ['1234567890', 'whole', null],
  ['-1', 'whole', null],
  ['', 'whole', null],
  ['320', 'kilobits', { from: 319_500, to: 320_499 }],
  ['2020-13', 'date', null],
  ['2020-00', 'date', null],
  ['2020-12', 'date', { from: Date.UTC(2020, 11) / second, to: Date.UTC(2021, 0) / second - 1 }],
  ['2020-01', 'date', { from: Date.UTC(2020, 0) / second, to: Date.UTC(2020, 1) / second - 1 }],
  ['2020-01-32', 'date', null],
  ['2020-01-00', 'date', null],
  ['2020-01-31', 'date', { from: Date.UTC(2020, 0, 31) / second, to: Date.UTC(2020, 1) / second - 1 }],
  ['2023-02-29', 'date', null],
  ['2024-02-29', 'date', { from: Date.UTC(2024, 1, 29) / second, to: Date.UTC(2024, 2) / second - 1 }],
  ['0099', 'date', { from: -59_042_995_200, to: -59_011_459_201 }],
  ['20', 'date', null],
  ['2023-02-29', 'day', null],
  ['2023-13', 'day', null],
  ['2023-00', 'day', null],
  ['2023-02', 'day', { from: 20_230_200, to: 20_230_299 }],
  ['2020-', 'day', null],
  ['yesterday', 'day', null],
] as const)('reads %j as %s', (text, form, span) => {
  expect(spanOf(text, form)).toEqual(span);
});
