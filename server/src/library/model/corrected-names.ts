import type { CorrectionRule } from '@tonearm/contract';
import { foldedName } from './folded-name.ts';
import { type CorrectableTags, type MoreTags, moreTags } from './song-facts.ts';
import type { Splitter } from './splitting.ts';
import { performerOf, separate } from './tags-apart.ts';

/** A name in the place of another. */
export type NewName = Extract<CorrectionRule, { kind: 'names' }>['names'][number];

/** What becomes of names, by their keys: in the order of rules. */
export type NameSteps = ReadonlyMap<
  string,
  readonly { readonly at: number; readonly names: readonly NewName[] }[]
>;

/** What becomes of genres, by their folded names. */
type GenreSteps = ReadonlyMap<string, readonly { readonly at: number; readonly names: readonly string[] }[]>;

interface Named {
  readonly name: string;
  readonly mbId: string;
  readonly sortName: string;
}

const keysOf = ({ name, mbId }: Named): string[] => {
  const folded = foldedName(name);
  return mbId === '' ? [`bare:${folded}`, `name:${folded}`] : [`mb:${mbId}`, `name:${folded}`];
};

/** What a name becomes by the rules from one on; itself where none is about it. */
const become = (named: Named, steps: NameSteps, from: number): Named[] => {
  const next = keysOf(named)
    .flatMap((key) => steps.get(key) ?? [])
    .filter(({ at }) => at >= from)
    .toSorted((a, b) => a.at - b.at)[0];
  if (next === undefined) return [named];
  return next.names.flatMap(({ name, sort, mb }) =>
    become({ name, mbId: mb ?? '', sortName: sort ?? '' }, steps, next.at + 1),
  );
};

const listOf = (json: string | null): readonly string[] =>
  json === null ? [] : (JSON.parse(json) as readonly string[]);

const textsOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

interface NameList {
  readonly names: readonly string[];
  readonly mbIds: readonly string[];
  readonly sortNames: readonly string[];
}

/** @returns null where nothing changes */
const corrected = (list: NameList, steps: NameSteps): Named[] | null => {
  const at = (values: readonly string[], index: number): string =>
    values.length === list.names.length ? (values[index] ?? '').trim() : '';
  let isChanged = false;
  const all = list.names.flatMap((raw, index) => {
    const named = {
      name: raw.trim(),
      mbId: at(list.mbIds, index).toLowerCase(),
      sortName: at(list.sortNames, index),
    };
    const then = become(named, steps, 0);
    if (then.length !== 1 || then[0] !== named) isChanged = true;
    return then;
  });
  return isChanged ? all : null;
};

/** A display text with other names in it. */
const inText = (text: string, before: readonly string[], after: readonly Named[]): string => {
  if (before.length === after.length)
    return before.reduce((now, name, index) => now.replaceAll(name, after[index]?.name ?? name), text);
  return after.map(({ name }) => name).join(', ');
};

type ListColumn = 'artists' | 'albumArtists';

/** Artists of a song or album: a text, perhaps a list beside it, and identities and sort names in `more`. */
const correctArtists = (
  tags: CorrectableTags,
  more: MoreTags,
  { steps, splitter, column }: { steps: NameSteps; splitter: Splitter; column: ListColumn },
): { tags: CorrectableTags; more: MoreTags } | null => {
  const listColumn = column === 'artists' ? 'artistList' : 'albumArtistList';
  const mbField = column === 'artists' ? 'mbArtists' : 'mbAlbumArtists';
  const sortField = column === 'artists' ? 'artistSorts' : 'albumArtistSorts';
  const texts = listOf(tags[column]);
  const list = listOf(tags[listColumn]);
  const names = list.length > 0 ? list : splitter.people(texts);
  if (names.length === 0) return null;
  const then = corrected(
    { names, mbIds: separate(more[mbField]), sortNames: textsOf(more[sortField]) },
    steps,
  );
  if (then === null) return null;
  const shown = texts.length === 1 ? [inText(texts[0] ?? '', names, then)] : then.map(({ name }) => name);
  return {
    tags: {
      ...tags,
      [column]: JSON.stringify(shown),
      [listColumn]: JSON.stringify(then.map(({ name }) => name)),
    },
    more: {
      ...more,
      [mbField]: then.map(({ mbId }) => mbId),
      [sortField]: then.map(({ sortName }) => sortName),
    },
  };
};

const correctList = (names: readonly string[], steps: NameSteps): string[] | null => {
  const then = corrected({ names, mbIds: [], sortNames: [] }, steps);
  return then === null ? null : [...new Set(then.map(({ name }) => name))];
};

const correctPerformers = (values: readonly string[], steps: NameSteps): string[] | null => {
  let isChanged = false;
  const all = values.flatMap((value) => {
    const { name, instrument } = performerOf(value);
    const then = correctList([name], steps);
    if (then === null) return [value];
    isChanged = true;
    return then.map((one) => (instrument === null ? one : `${one} (${instrument})`));
  });
  return isChanged ? all : null;
};

const moreRoles = ['conductors', 'remixers', 'producers', 'arrangers', 'djMixers'] as const;

/** Tags with other names of people in all roles. @returns the same where none is meant */
export const correctNames = (
  tags: CorrectableTags,
  steps: NameSteps,
  splitter: Splitter,
): CorrectableTags => {
  let now = tags;
  let more = moreTags(tags.more);
  let isMoreChanged = false;
  for (const column of ['artists', 'albumArtists'] as const) {
    const then = correctArtists(now, more, { steps, splitter, column });
    if (then === null) continue;
    now = then.tags;
    more = then.more;
    isMoreChanged = true;
  }
  for (const column of ['composers', 'lyricists'] as const) {
    const then = correctList(splitter.people(listOf(now[column])), steps);
    if (then !== null) now = { ...now, [column]: JSON.stringify(then) };
  }
  for (const field of moreRoles) {
    const then = correctList(splitter.people(textsOf(more[field])), steps);
    if (then === null) continue;
    more = { ...more, [field]: then };
    isMoreChanged = true;
  }
  const performers = correctPerformers(textsOf(more.performers), steps);
  if (performers !== null) {
    more = { ...more, performers };
    isMoreChanged = true;
  }
  return isMoreChanged ? { ...now, more: JSON.stringify(more) } : now;
};

const becomeGenres = (name: string, steps: GenreSteps, from: number): string[] => {
  const next = (steps.get(foldedName(name)) ?? []).find(({ at }) => at >= from);
  return next === undefined ? [name] : next.names.flatMap((one) => becomeGenres(one, steps, next.at + 1));
};

/** Tags with other genres. @returns the same where none is meant */
export const correctGenres = (
  tags: CorrectableTags,
  steps: GenreSteps,
  splitter: Splitter,
): CorrectableTags => {
  const names = splitter.genres(listOf(tags.genres)).map((name) => name.trim());
  const then = names.flatMap((name) => becomeGenres(name, steps, 0));
  const isSame = then.length === names.length && then.every((name, index) => name === names[index]);
  return isSame ? tags : { ...tags, genres: JSON.stringify([...new Set(then)]) };
};
