import type { ListedObject } from '../../../platform/bucket/list-page.ts';
import { objectTimeUs } from '../../../platform/bucket/object-time.ts';
import { fileKindOf } from '../../../platform/paths/audio-formats.ts';
import { isHidden, isIgnoreMarker, isSystemFolder } from '../../../platform/paths/folder-names.ts';
import { createEntriesKey } from '../walk/entries-key.ts';
import { addListedFile, addListedFolder, type FolderReading, newGathering } from '../walk/read-folder.ts';

/** The folders that the keys of a bucket's objects make. */
export interface BucketTree {
  add(object: Pick<ListedObject, 'sizeBytes' | 'modifiedAtMs' | 'etag'>, below: string): void;
  /** What is in a folder, told by the parts of its key. */
  read(parts: readonly string[]): FolderReading;
  /** When something came into a folder last, in milliseconds since the epoch; 0 where nothing tells. */
  modifiedAtMs(parts: readonly string[]): number;
}

/** Compact, as a bucket may hold a million objects: sizes and times lie beside each other in one array. */
interface Folder {
  readonly names: string[];
  readonly numbers: number[];
  readonly folders: Map<string, Folder>;
  isIgnored: boolean;
}

const newFolder = (): Folder => ({ names: [], numbers: [], folders: new Map(), isIgnored: false });

/** Parts of keys that no path may hold are shown otherwise. */
const shownPart = (part: string): string => {
  if (part === '') return '(no name)';
  if (part === '.' || part === '..') return `(${part})`;
  return part.includes('\0') ? part.replaceAll('\0', '\ufffd') : part;
};

const isShown = (part: string): boolean => part === '.' || part === '..' || !isHidden(part);

/** Gives names that are not taken yet; a folder and an object may have the same key but for the slash. */
const createNaming = (taken: Set<string>) => (part: string) => {
  const shown = shownPart(part);
  let name = shown;
  for (let count = 2; taken.has(name); count += 1) name = `${shown} (${count})`;
  taken.add(name);
  return { name, realName: name === part ? null : Buffer.from(part) };
};

const listingOf = (folder: Folder): FolderReading => {
  if (folder.isIgnored) return { kind: 'ignored' };
  const key = createEntriesKey();
  const gathering = newGathering(key);
  const nameOf = createNaming(new Set());
  for (const [index, part] of folder.names.entries()) {
    const [sizeBytes = 0, mtimeUs = 0] = folder.numbers.slice(index * 2, index * 2 + 2);
    addListedFile(gathering, { ...nameOf(part), sizeBytes, mtimeUs });
  }
  // Names that are shown as they are come first: they never depend on the others.
  const parts = [...folder.folders.keys()].sort(
    (a, b) => Number(shownPart(a) !== a) - Number(shownPart(b) !== b),
  );
  for (const part of parts) addListedFolder(gathering, { ...nameOf(part), isLink: false });
  const { key: _, ...found } = gathering;
  return { kind: 'listed', ...found, entriesKey: key.value() };
};

/** Makes a tree without anything in it. */
export const createBucketTree = (): BucketTree => {
  const root = newFolder();
  const find = (parts: readonly string[]): Folder | undefined =>
    parts.reduce<Folder | undefined>((folder, part) => folder?.folders.get(part), root);
  const childOf = (folder: Folder, part: string): Folder => {
    const known = folder.folders.get(part);
    if (known !== undefined) return known;
    const made = newFolder();
    folder.folders.set(part, made);
    return made;
  };
  return {
    add: (object, below) => {
      const parts = below.split('/');
      const name = parts.pop() ?? '';
      if (!parts.every((part) => isShown(part) && !isSystemFolder(part))) return;
      const folder = parts.reduce(childOf, root);
      if (isIgnoreMarker(name)) folder.isIgnored = true;
      // What ends in a slash stands for the folder itself.
      if (name === '' || isHidden(name) || fileKindOf(name) === null) return;
      folder.names.push(name);
      folder.numbers.push(object.sizeBytes, objectTimeUs(object));
    },
    read: (parts) => {
      const folder = find(parts);
      return folder === undefined ? { kind: 'gone' } : listingOf(folder);
    },
    modifiedAtMs: (parts) => {
      let latestUs = 0;
      const numbers = find(parts)?.numbers ?? [];
      for (let at = 1; at < numbers.length; at += 2) latestUs = Math.max(latestUs, numbers[at] ?? 0);
      return Math.floor(latestUs / 1000);
    },
  };
};
