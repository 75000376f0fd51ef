import {
  type FieldKind,
  type FieldName,
  songFieldList,
  songFields,
  type TagFamily,
} from '@tonearm/contract/song-fields';
import { keepCompiled } from '../../platform/memory/keep-compiled.ts';
import { pictureTypeOf } from '../../platform/paths/picture-type.ts';
import { longestRead } from './formats/file-window.ts';
import { genresOf } from './genres.ts';
import { withoutJoints } from './joined-list.ts';
import type { EmbeddedPicture, SongTags, TagValues } from './song-tags.ts';
import { type TagSource, tagSourcesOf } from './tag-sources.ts';

/** Gathers raw tags of a file in any order and chooses the fields of a song from them. */
export interface TagCollector {
  /** Takes one value under the name the file gives it; names we do not keep are passed over. */
  add(family: TagFamily, name: string, value: string): void;
  /** Takes a picture, unless its first bytes are of no kind that is shown. */
  addPicture(picture: EmbeddedPicture): void;
  /** The chosen fields, and the front cover or else the first picture. */
  finish(): {
    readonly tags: SongTags;
    readonly picture: EmbeddedPicture | null;
    /** The best of the words that were added. */
    readonly words: string | null;
  };
  /** Whether it was given any field or picture. */
  isEmpty(): boolean;
}

/** Longest text that is kept of one value, in UTF-16 units; a tag of megabytes is nobody's title. */
const longestValue = 4096;

/** How many first bytes tell the kind of a picture. */
const pictureMarkBytes = 256;

/** Most values that are kept of one field. */
const mostValues = 100;

const cleaned = (value: string): string => {
  const end = value.indexOf('\0');
  const text = end === -1 ? value : value.slice(0, end);
  return text.length > longestValue ? text.slice(0, longestValue).toWellFormed() : text;
};

/** `1/10` is 1, `A1` and `0` are nothing. */
const positionOf = (text: string): number | null => {
  const match = /^\s*0*([1-9]\d{0,8})(?!\d)/.exec(text);
  return match?.[1] === undefined ? null : Number(match[1]);
};

/** `2016-05-01`, `2016` and `01.05.2016` are 2016. */
const yearOf = (text: string): number | null => {
  const match = /(?<!\d)(\d{4})(?!\d)/.exec(text) ?? /^\s*(\d{4})(?:\d{2}){1,2}(?!\d)/.exec(text);
  const year = match?.[1] === undefined ? 0 : Number(match[1]);
  return year === 0 ? null : year;
};

const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** By far the most dates. */
const plainYear = /^[1-9]\d{3}$/;

/** `2016-05-01T10:00`, `20160501` and `2016/5/1` are 2016-05-01, `2016-05` stays, `01.05.2016` is 2016. */
const dateOf = (text: string): string | null => {
  if (plainYear.test(text)) return text;
  const year = yearOf(text);
  if (year === null) return null;
  const shown = String(year).padStart(4, '0');
  const match = /^\s*\d{4}(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?|(\d{2})(\d{2}))(?!\d)/.exec(text);
  const month = Number(match?.[1] ?? match?.[3] ?? 0);
  const day = Number(match?.[2] ?? match?.[4] ?? 0);
  if (month < 1 || month > 12) return shown;
  const withMonth = `${shown}-${String(month).padStart(2, '0')}`;
  return isDate(year, month, day) ? `${withMonth}-${String(day).padStart(2, '0')}` : withMonth;
};

const distinct = (values: readonly string[]): readonly string[] =>
  values.length < 2 ? values : [...new Set(values)];

const marked: ReadonlySet<string> = new Set(['1', '4', 'true', 'yes']);

/** `-6.5 dB` is -6.5. */
const decimalOf = (text: string): number | null => {
  const match = /^\s*([+-]?\d{1,6}(?:[.,]\d{1,9})?)/.exec(text);
  return match?.[1] === undefined ? null : Number(match[1].replace(',', '.'));
};

/** How much louder the level is that ReplayGain aims at (-18 LUFS) than that of R128 (-23 LUFS), in decibels. */
const replayGainAboveR128 = 5;

/** R128 gains are whole numbers, 256 a decibel. @see https://www.rfc-editor.org/rfc/rfc7845#section-5.2.1 */
const r128Of = (text: string): number | null =>
  /^\s*[+-]?\d{1,5}\s*$/.test(text) ? Number(text) / 256 + replayGainAboveR128 : null;

/** Times as in the files of words that players show along. */
const isTimed = (text: string): boolean => /^\s*\[\d{1,3}:\d{2}/m.test(text);

/** What the texts under a name come to, by the kind of the field. */
const choose: { readonly [Kind in FieldKind]: (texts: readonly string[]) => TagValues[Kind] } = {
  text: ([first]) => first ?? null,
  texts: distinct,
  genres: (texts) => distinct(texts.flatMap(genresOf)),
  number: ([first]) => positionOf(first ?? ''),
  year: ([first]) => yearOf(first ?? ''),
  date: ([first]) => dateOf(first ?? ''),
  flag: ([first]) => (marked.has((first ?? '').trim().toLowerCase()) ? 1 : null),
  decimal: ([first]) => decimalOf(first ?? ''),
  r128: ([first]) => r128Of(first ?? ''),
  lyrics: ([first]) => (first === undefined ? null : isTimed(first) ? 2 : 1),
};

/** Kinds whose values are texts, of which every one that is not blank is good. */
const textKinds: ReadonlySet<FieldKind> = new Set(['text', 'texts', 'genres', 'lyrics']);

const isUsable = (kind: FieldKind, text: string): boolean => {
  if (textKinds.has(kind)) return text.trim() !== '';
  // A date is one by its year.
  return kind === 'date' ? yearOf(text) !== null : choose[kind]([text]) !== null;
};

/** What a file without any tag says: most files say nothing of most fields. */
const unsaid = Object.fromEntries(
  songFieldList.map(({ name, kind }) => [name, choose[kind]([])]),
) as unknown as SongTags;

/**
 * What tags say of each field, in the order of their table, in which a collector makes them: a song is asked
 * for all of them at once, rather than for 65 names.
 */
export const inOrder = (tags: SongTags): readonly TagValues[FieldKind][] => Object.values(tags);

/** What follows the slash of `7/12`. */
const afterSlash = /^\s*\d*\s*\/\s*(\d+)/;

/** Values of a field, all from sources as good. */
interface Chosen {
  readonly rank: number;
  readonly values: string[];
}

/**
 * What fields say together: lists of people that lie in their files as one text, and works that iTunes keeps where others
 * keep groupings, with the names of their movements beside.
 */
const together = (tags: SongTags): Pick<SongTags, 'artistList' | 'albumArtistList' | 'work'> => {
  const { artistList, albumArtistList, artists, albumArtists, mbArtists, mbAlbumArtists } = tags;
  return {
    artistList: withoutJoints(artistList, { shown: artists, mbIds: mbArtists }),
    albumArtistList: withoutJoints(albumArtistList, { shown: albumArtists, mbIds: mbAlbumArtists }),
    work: tags.work ?? (tags.movementName === null ? null : tags.grouping),
  };
};

/** An empty collector; one per file. */
export const createTagCollector = (): TagCollector => {
  const chosen: Partial<Record<FieldName, Chosen>> = {};
  let picture: EmbeddedPicture | null = null;

  const keep = ({ field, rank }: TagSource, text: string): void => {
    if (!isUsable(songFields[field].kind, text)) return;
    const known = chosen[field];
    if (known === undefined || rank < known.rank) chosen[field] = { rank, values: [text] };
    else if (rank === known.rank && known.values.length < mostValues) known.values.push(text);
  };

  const add: TagCollector['add'] = (family, name, value) => {
    const sources = tagSourcesOf(family, name);
    if (sources === undefined) return;
    const text = cleaned(value);
    for (const source of sources) {
      keep(source, text);
      const total = songFields[source.field].kind === 'number' ? afterSlash.exec(text)?.[1] : undefined;
      if (total !== undefined) for (const of of tagSourcesOf(family, `${name}/`) ?? []) keep(of, total);
    }
  };

  return {
    add,
    addPicture: (offered) => {
      if (picture !== null && (picture.isFront || !offered.isFront)) return;
      if (offered.lengthBytes > longestRead) return;
      if (pictureTypeOf(offered.read(pictureMarkBytes)) !== null) picture = offered;
    },
    isEmpty: () => picture === null && Object.keys(chosen).length === 0,
    finish: () => {
      const tags: Record<FieldName, TagValues[FieldKind]> = { ...unsaid };
      for (const [name, { values }] of Object.entries(chosen) as [FieldName, Chosen][])
        tags[name] = choose[songFields[name].kind](values);
      const all = Object.assign(tags, together(tags as SongTags)) as SongTags;
      return { picture, tags: all, words: chosen.lyrics?.values[0] ?? null };
    },
  };
};

keepCompiled(createTagCollector());
