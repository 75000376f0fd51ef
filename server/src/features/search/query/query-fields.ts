import {
  type RareNumberField,
  type RareTextField,
  rareNumberFields,
  rareTextFields,
} from '../../../library/read/tag-values/rare-fields.ts';
import type { NumberField, TextField } from './query.ts';

/** Names by which the fields are asked for; those of version 8 among them. */
export const textFieldNames: Readonly<Record<string, TextField>> = {
  album: 'album',
  albumartist: 'albumartist',
  artist: 'artist',
  composer: 'composer',
  genre: 'genre',
  label: 'label',
  lyricist: 'lyricist',
  path: 'path',
  title: 'title',
  ...(Object.fromEntries(Object.keys(rareTextFields).map((name) => [name, name])) as Record<
    RareTextField,
    RareTextField
  >),
};

/** How the value of a number is written: `day` and `date` are dates, of which the first counts no seconds. */
type NumberForm = 'whole' | 'time' | 'date' | 'kilobits' | 'day' | 'decimal';

/** Names of fields that hold numbers, and how their values are written. */
export const numberFieldNames: Readonly<
  Record<string, { readonly field: NumberField; readonly form: NumberForm }>
> = {
  year: { field: 'year', form: 'whole' },
  track: { field: 'tracknumber', form: 'whole' },
  tracknumber: { field: 'tracknumber', form: 'whole' },
  disc: { field: 'discnumber', form: 'whole' },
  discnumber: { field: 'discnumber', form: 'whole' },
  duration: { field: 'duration', form: 'time' },
  added: { field: 'added', form: 'date' },
  starred: { field: 'starred', form: 'date' },
  rating: { field: 'rating', form: 'whole' },
  plays: { field: 'plays', form: 'whole' },
  lastplayed: { field: 'lastplayed', form: 'date' },
  ...Object.fromEntries(
    Object.entries(rareNumberFields).map(([name, { form }]) => [
      name,
      { field: name as RareNumberField, form },
    ]),
  ),
};

/** What `has:` takes besides the names of fields. */
export const hasCover = 'cover';

/** First and last number that a value means; null for what is none. */
export const spanOf = (
  text: string,
  form: NumberForm,
): { readonly from: number; readonly to: number } | null => {
  if (form === 'date') return dateSpan(text);
  if (form === 'day') return daySpan(text);
  if (form === 'decimal') return decimalSpan(text);
  const parts = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,9})$/.exec(text);
  if (parts === null || (parts[2] !== undefined && form !== 'time')) return null;
  const number = Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3]);
  // A bit rate of 320 is whatever is shown so.
  return form === 'kilobits'
    ? { from: number * 1000 - 500, to: number * 1000 + 499 }
    : { from: number, to: number };
};

/** By how much the number after another is greater: nothing finer is kept. */
export const stepOf = (form: NumberForm): number => (form === 'decimal' ? 1e-9 : 1);

/** `-6.5`. */
const decimalSpan = (text: string): { from: number; to: number } | null => {
  if (!/^[+-]?\d{1,6}(?:\.\d{1,9})?$/.test(text)) return null;
  return { from: Number(text), to: Number(text) };
};

/** Seconds to the beginning of a day; of years of any number of digits. */
const secondsTo = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / 1000;

/** Whether there is such a day; 0 is none that is said. */
const isInCalendar = (year: number, month: number, day: number): boolean => {
  if (month > 12) return false;
  const lastDay = new Date(secondsTo(year, month + 1, 0) * 1000).getUTCDate();
  return day <= (month === 0 ? 0 : lastDay);
};

const dateParts = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;

/** A date as `yyyymmdd`, with zeros for what is not said; null for what is none. */
export const dayNumber = (text: string): number | null => {
  const parts = dateParts.exec(text);
  return parts === null
    ? null
    : Number(parts[1]) * 10_000 + Number(parts[2] ?? 0) * 100 + Number(parts[3] ?? 0);
};

/** The numbers of a date that there is; null for what is none. */
const datePartsOf = (
  text: string,
): readonly [year: number, month: number | null, day: number | null] | null => {
  const parts = dateParts.exec(text);
  if (parts === null) return null;
  const [year, month, day] = [1, 2, 3].map((at) => (parts[at] === undefined ? null : Number(parts[at])));
  const isOne = month !== 0 && day !== 0 && isInCalendar(year ?? 0, month ?? 0, day ?? 0);
  return isOne ? [year ?? 0, month ?? null, day ?? null] : null;
};

/** All days of a year, a month or a day, and what says no more. */
const daySpan = (text: string): { from: number; to: number } | null => {
  const from = datePartsOf(text) === null ? null : dayNumber(text);
  if (from === null) return null;
  const rest = from % 10_000 === 0 ? 9_999 : from % 100 === 0 ? 99 : 0;
  return { from, to: from + rest };
};

/** All seconds of a year, a month or a day, by the clock of Greenwich. */
const dateSpan = (text: string): { from: number; to: number } | null => {
  const parts = datePartsOf(text);
  if (parts === null) return null;
  const [year, month, day] = parts;
  const from = secondsTo(year, month ?? 1, day ?? 1);
  if (month === null) return { from, to: secondsTo(year + 1, 1, 1) - 1 };
  if (day === null) return { from, to: secondsTo(year, month + 1, 1) - 1 };
  return { from, to: secondsTo(year, month, day + 1) - 1 };
};
