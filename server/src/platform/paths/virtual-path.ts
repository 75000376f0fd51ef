/**
 * Names below the root of the collection: the source, then folders, then perhaps a file. Empty for the
 * root itself.
 */
export type VirtualPath = readonly string[];

/**
 * Reads a virtual path: the only door through which a path from outside enters. It is matched against
 * rows of the collection afterwards and never joined to a real path.
 * @param text decoded once, parts separated by `/`
 * @returns null for `..`, `.`, empty parts, NUL and absolute paths: nothing in a collection is called so
 */
export const parseVirtualPath = (text: string): VirtualPath | null => {
  if (text === '') return [];
  const parts = text.split('/');
  const isNamed = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  return isNamed ? parts : null;
};

/** The text of a virtual path, as it goes over the wire. */
export const virtualPathText = (path: VirtualPath): string => path.join('/');

/** Splits the text of a valid virtual path into the folder's and the last name; the folder is '' for a source. */
export const splitLast = (text: string): { folder: string; name: string } => {
  const at = text.lastIndexOf('/');
  return at === -1 ? { folder: '', name: text } : { folder: text.slice(0, at), name: text.slice(at + 1) };
};
