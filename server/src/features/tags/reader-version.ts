import { hash } from 'node:crypto';
import { songFieldList } from '@tonearm/contract/song-fields';

/** Raised whenever the readers find more in a file, or something else, than those before. */
const readers = 10;

/** What is read of files, in a few letters: the fields, and how search is told of them. */
const fieldsDigest = (): string => {
  const fields = songFieldList.map(({ name, column, kind, isSearched, names }) => [
    ...[name, column, kind, isSearched, names],
  ]);
  return hash('sha256', JSON.stringify(fields)).slice(0, 12);
};

/**
 * What files were read by. Where a library says another, the next scan of everything reads all its files once
 * more, whatever their time and size.
 */
export const readerVersion = (): string => `${readers} ${fieldsDigest()}`;
