import { type FieldName, songFieldList, type TagFamily } from '@tonearm/contract/song-fields';

/** Fields whose name in the file does not depend on case. */
const familiesWithCase: ReadonlySet<TagFamily> = new Set(['id3', 'mp4']);

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

const sourcesByName = (): ReadonlyMap<string, TagSource> => {
  const sources = new Map<string, TagSource>();
  for (const { name: field, names } of songFieldList) {
    for (const [family, list] of Object.entries(names) as [TagFamily, readonly string[]][]) {
      list.forEach((name, index) => {
        const key = `${family}\0${name}`;
        if (!sources.has(key)) sources.set(key, { field, rank: familyRank[family] * 100 + index });
      });
    }
  }
  return sources;
};

const sources = sourcesByName();

/**
 * The field that a name of a family fills, or undefined when it is not one we keep.
 * @param name as the file has it; `TXXX:` names are compared without case
 */
export const tagSourceOf = (family: TagFamily, name: string): TagSource | undefined => {
  const hasCase = familiesWithCase.has(family) && !name.startsWith('TXXX:');
  return sources.get(`${family}\0${hasCase ? name : name.toUpperCase()}`);
};
