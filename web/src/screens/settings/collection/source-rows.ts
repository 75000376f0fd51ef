import type { MountDir } from '@tonearm/contract';

/** A row of the table of music sources; `key` is this page's own and stays with the row. */
export interface SourceRow extends MountDir {
  readonly key: number;
}

/** Rows for the saved sources. */
export const rowsOf = (mountDirs: readonly MountDir[]): readonly SourceRow[] =>
  mountDirs.map(({ source, name }, key) => ({ source, name, key }));

/** One more row, empty. */
export const withNewRow = (rows: readonly SourceRow[]): readonly SourceRow[] => [
  ...rows,
  { source: '', name: '', key: 1 + Math.max(-1, ...rows.map(({ key }) => key)) },
];

/** The list to save: rows in which something stands, as typed. The server keeps a half-filled one as a draft. */
export const mountDirsOf = (rows: readonly SourceRow[]): readonly MountDir[] =>
  rows
    .filter(({ source, name }) => !isBlank(source) || !isBlank(name))
    .map(({ source, name }) => ({ source, name }));

/** Whether a row is not used yet because half of it is missing. */
export const isDraft = ({ source, name }: MountDir): boolean => isBlank(source) !== isBlank(name);

/** A location in a bucket, and the bucket's name. */
const bucketLocation = /^\s*s3:\/\/([^/\s]{2,})/;

/** The buckets that rows name, each once. */
export const bucketsOf = (rows: readonly MountDir[]): readonly string[] => [
  ...new Set(
    rows.flatMap(({ source }) => {
      const name = bucketLocation.exec(source)?.[1];
      return name === undefined ? [] : [name];
    }),
  ),
];

/** What the server takes for nothing. */
const isBlank = (text: string): boolean => text.trim() === '';

/** Whether two lists would be saved the same. */
export const areSame = (one: readonly MountDir[], other: readonly MountDir[]): boolean =>
  one.length === other.length &&
  one.every(({ source, name }, index) => source === other[index]?.source && name === other[index]?.name);
