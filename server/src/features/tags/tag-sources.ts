import { type FieldName, songFieldList, type TagFamily } from '@tonearm/contract/song-fields';

/** Fields whose name in the file does not depend on case. */
const familiesWithCase: ReadonlySet<TagFamily> = new Set(['id3', 'mp4']);

/** Names in families with case that have none: a description, an owner, what somebody did. */
const withoutCase = /^(?:TXXX|UFID|TIPL):/;

/** Best first: where a file carries several kinds of tags, each field comes from the first that has it. */
const familyRank: Readonly<Record<TagFamily, number>> = {
  id3: 1,
  vorbis: 1,
  mp4: 1,
  asf: 1,
  matroska: 1,
  ape: 2,
  riff: 3,
  aiff: 3,
  id3v1: 4,
};

/** Where a name of a family leads, and how good a source it is: lower wins. */
export interface TagSource {
  readonly field: FieldName;
  readonly rank: number;
}

type SourcesByName = Map<string, readonly TagSource[]>;

const sourcesByFamily = (): Readonly<Record<string, SourcesByName>> => {
  const families: Record<string, SourcesByName> = {};
  for (const { name: field, names } of songFieldList) {
    for (const [family, list] of Object.entries(names) as [TagFamily, readonly string[]][]) {
      const sources: SourcesByName = families[family] ?? new Map();
      families[family] = sources;
      list.forEach((name, index) => {
        const known = sources.get(name) ?? [];
        if (known.some((source) => source.field === field)) return;
        sources.set(name, [...known, { field, rank: familyRank[family] * 100 + index }]);
      });
    }
  }
  return families;
};

const sources = sourcesByFamily();

/**
 * The fields that a name of a family fills, or undefined when it is none we keep.
 * @param name as the file has it; `TXXX:` names, and such of our making, are compared without case
 */
export const tagSourcesOf = (family: TagFamily, name: string): readonly TagSource[] | undefined => {
  const hasCase = familiesWithCase.has(family) && !withoutCase.test(name);
  return sources[family]?.get(hasCase ? name : name.toUpperCase());
};
