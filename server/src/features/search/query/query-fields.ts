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
};

/** Names of fields that hold numbers, and how their values are written. */
export const numberFieldNames: Readonly<
  Record<string, { readonly field: NumberField; readonly form: 'whole' | 'time' | 'date' }>
> = {
  year: { field: 'year', form: 'whole' },
  track: { field: 'tracknumber', form: 'whole' },
  tracknumber: { field: 'tracknumber', form: 'whole' },
  disc: { field: 'discnumber', form: 'whole' },
  discnumber: { field: 'discnumber', form: 'whole' },
  duration: { field: 'duration', form: 'time' },
  added: { field: 'added', form: 'date' },
};

/** What `has:` takes besides the names of fields. */
export const hasCover = 'cover';

/** First and last number that a value means; null for what is none. */
export const spanOf = (
  text: string,
  form: 'whole' | 'time' | 'date',
): { readonly from: number; readonly to: number } | null => {
  if (form === 'date') return dateSpan(text);
  const parts = /^(?:(\d{1,4}):)?(\d{1,9})$/.exec(text);
  if (parts === null || (parts[1] !== undefined && form === 'whole')) return null;
  const number = Number(parts[1] ?? 0) * 60 + Number(parts[2]);
  return { from: number, to: number };
};

/** All seconds of a year, a month or a day, by the clock of Greenwich. */
const dateSpan = (text: string): { from: number; to: number } | null => {
  const parts = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (parts === null) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2] ?? 1), Number(parts[3] ?? 1)];
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const isYear = parts[2] === undefined;
  const isMonth = !isYear && parts[3] === undefined;
  const end = Date.UTC(
    year + (isYear ? 1 : 0),
    month - 1 + (isMonth ? 1 : 0),
    day + (isYear || isMonth ? 0 : 1),
  );
  return { from: Date.UTC(year, month - 1, day) / 1000, to: end / 1000 - 1 };
};
