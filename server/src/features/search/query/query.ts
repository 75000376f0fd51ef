import type { RareNumberField, RareTextField } from '../../../library/read/tag-values/rare-fields.ts';

/** Fields that hold texts. */
export type TextField =
  | 'album'
  | 'albumartist'
  | 'artist'
  | 'composer'
  | 'genre'
  | 'label'
  | 'lyricist'
  | 'path'
  | 'title'
  | RareTextField;

/** Fields of what whoever asks made of songs: times in seconds since the epoch, a rating from 1 to 5, a count. */
export type PersonalField = 'starred' | 'rating' | 'plays' | 'lastplayed';

/** Fields that hold whole numbers: `duration` in seconds, `added` in seconds since the epoch. */
export type NumberField =
  | 'year'
  | 'tracknumber'
  | 'discnumber'
  | 'duration'
  | 'added'
  | PersonalField
  | RareNumberField;

/** How a text stands to that of a field: all of it, anywhere in it, at its beginning. */
export type Relation = 'is' | 'part' | 'start';

/** A condition on one song. */
type Term =
  /** A text in any field that holds texts: anywhere, or as the beginning of a word. A number may also be a year, track or disc. */
  | {
      readonly kind: 'any';
      readonly text: string;
      readonly manner: 'part' | 'start';
      readonly number: number | null;
    }
  | { readonly kind: 'text'; readonly field: TextField; readonly relation: Relation; readonly text: string }
  /** Bounds are included; null is none. */
  | {
      readonly kind: 'range';
      readonly field: NumberField;
      readonly from: number | null;
      readonly to: number | null;
    }
  | { readonly kind: 'has'; readonly what: TextField | NumberField | 'cover' }
  | { readonly kind: 'nothing' };

export type AnyTerm = Extract<Term, { kind: 'any' }>;
export type TextTerm = Extract<Term, { kind: 'text' }>;
export type RangeTerm = Extract<Term, { kind: 'range' }>;
export type HasTerm = Extract<Term, { kind: 'has' }>;

/** What a search asks for. */
export type Query =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  | Term;

/** What may stand where a query ends to be one. */
export type Expected =
  | 'term'
  | 'value'
  | 'number'
  | 'date'
  | 'closing'
  | 'quote'
  | 'operator'
  | 'shorter'
  | 'known';

/** A text that is no query: where, in UTF-16 units, and what would have been one. */
export class QueryFault extends Error {
  readonly at: number;
  readonly expected: Expected;

  constructor(at: number, expected: Expected) {
    super(`expected ${expected} at ${at}`);
    this.at = at;
    this.expected = expected;
  }
}

/** Longest query, in UTF-16 units; most terms, each of which costs a look through all values; deepest nesting. */
export const longestQuery = 2_000;
export const mostTerms = 64;
export const deepestNesting = 50;

/**
 * A text as fields are compared: folded by the caller, without blanks, `_`, `-` and `'`. Nor do double quotes count: no
 * query can say them, and names have them (`"Weird Al" Yankovic`).
 */
export const withoutSigns = (folded: string): string => folded.replace(/[\s_\-'"]+/g, '');
