import {
  type FieldKind,
  type FieldName,
  songFieldList,
  songFields,
  type TagFamily,
} from '@tonearm/contract/song-fields';
import { pictureTypeOf } from '../../platform/paths/picture-type.ts';
import { longestRead } from './formats/file-window.ts';
import { genresOf } from './genres.ts';
import type { EmbeddedPicture, SongTags, TagValues } from './song-tags.ts';
import { tagSourceOf } from './tag-sources.ts';

/** Gathers raw tags of a file in any order and chooses the fields of a song from them. */
export interface TagCollector {
  /** Takes one value under the name the file gives it; names we do not keep are passed over. */
  add(family: TagFamily, name: string, value: string): void;
  /** Takes a picture, unless its first bytes are of no kind that is shown. */
  addPicture(picture: EmbeddedPicture): void;
  /** The chosen fields, and the front cover or else the first picture. */
  finish(): { readonly tags: SongTags; readonly picture: EmbeddedPicture | null };
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

const distinct = (values: readonly string[]): readonly string[] =>
  values.length < 2 ? values : [...new Set(values)];

/** What the texts under a name come to, by the kind of the field. */
const choose: { readonly [Kind in FieldKind]: (texts: readonly string[]) => TagValues[Kind] } = {
  text: ([first]) => first ?? null,
  texts: distinct,
  genres: (texts) => distinct(texts.flatMap(genresOf)),
  number: ([first]) => positionOf(first ?? ''),
  year: ([first]) => yearOf(first ?? ''),
};

const isUsable = (kind: FieldKind, text: string): boolean =>
  kind === 'number' || kind === 'year' ? choose[kind]([text]) !== null : text.trim() !== '';

/** An empty collector; one per file. */
export const createTagCollector = (): TagCollector => {
  const chosen: Partial<Record<FieldName, { rank: number; values: string[] }>> = {};
  let picture: EmbeddedPicture | null = null;
  return {
    add: (family, name, value) => {
      const source = tagSourceOf(family, name);
      if (source === undefined) return;
      const text = cleaned(value);
      if (!isUsable(songFields[source.field].kind, text)) return;
      const known = chosen[source.field];
      if (known === undefined || source.rank < known.rank) {
        chosen[source.field] = { rank: source.rank, values: [text] };
      } else if (source.rank === known.rank && known.values.length < mostValues) {
        known.values.push(text);
      }
    },
    addPicture: (offered) => {
      if (picture !== null && (picture.isFront || !offered.isFront)) return;
      if (offered.lengthBytes > longestRead) return;
      if (pictureTypeOf(offered.read(pictureMarkBytes)) !== null) picture = offered;
    },
    isEmpty: () => picture === null && Object.keys(chosen).length === 0,
    finish: () => {
      const tags: Partial<Record<FieldName, TagValues[FieldKind]>> = {};
      for (const { name, kind } of songFieldList) tags[name] = choose[kind](chosen[name]?.values ?? []);
      return { picture, tags: tags as SongTags };
    },
  };
};
