import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import type { AwayReason, ProblemReason } from '@tonearm/contract';
import type { FoundFile, ShownName } from '../../../library/write/files-store.ts';
import { fileKindOf } from '../../../platform/paths/audio-formats.ts';
import { isHidden, isIgnoreMarker, isSystemFolder } from '../../../platform/paths/folder-names.ts';
import { joinReal, type RealPath } from '../../../platform/paths/real-path.ts';
import { errorCodeOf, isLostDrive } from '../../../platform/system-error.ts';
import { mtimeUsOf } from '../../tags/index.ts';
import { createEntriesKey, type EntriesKey } from './entries-key.ts';
import type { FolderTimes } from './folder-date.ts';
import { showNames } from './shown-names.ts';

/** A folder in a folder. */
export interface FoundFolder extends ShownName {
  readonly isLink: boolean;
}

/** What is in a folder but could not be looked at. */
interface UnknownEntry {
  readonly name: string;
  readonly reason: ProblemReason;
}

/** What is in one folder. */
export interface FolderListing {
  readonly kind: 'listed';
  readonly songs: readonly FoundFile[];
  readonly pictures: readonly FoundFile[];
  readonly folders: readonly FoundFolder[];
  /** Songs, pictures and folders that are there but could not be looked at. */
  readonly unknown: readonly UnknownEntry[];
  /** Named like songs, but pipes, sockets or devices: never opened, as that may wait for ever or do something. */
  readonly notFiles: readonly string[];
  /** Changes when anything above does. */
  readonly entriesKey: number;
  /** Of the folder itself, where a reading thread looked into it. */
  readonly times?: FolderTimes;
}

/** What looking into a folder gave. */
export type FolderReading =
  | FolderListing
  /** A marker file keeps it out of the collection. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'gone' }
  /** It is there, but what is in it cannot be told. */
  | { readonly kind: 'unknown'; readonly reason: FolderReason };

/** Why a folder could not be looked into. */
type FolderReason = ProblemReason & AwayReason;

/** Decides whether a symbolic link is followed. */
export type LinkRule = (link: RealPath) => boolean;

const entryKinds = { song: 1, picture: 2, folder: 3, unknown: 4, notFile: 5 } as const;

const reasons: Readonly<Record<string, FolderReason>> = {
  EACCES: 'folder_forbidden',
  EPERM: 'folder_forbidden',
  EIO: 'folder_disk_error',
};

const entryReasons: Readonly<Record<string, ProblemReason>> = {
  EACCES: 'entry_forbidden',
  EPERM: 'entry_forbidden',
  EIO: 'entry_disk_error',
};

const folderReasonOf = (code: string): FolderReason =>
  reasons[code] ?? (isLostDrive(code) ? 'folder_lost' : 'folder_unreadable');

const entryReasonOf = (code: string): ProblemReason =>
  entryReasons[code] ?? (isLostDrive(code) ? 'entry_lost' : 'entry_unreadable');

const isGone = (code: string): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** A link whose target is gone, or that leads in a circle, is as good as not there. */
const isDeadLink = (code: string): boolean => isGone(code) || code === 'ELOOP';

interface NamedEntry extends ShownName {
  readonly entry: Dirent | Dirent<Buffer>;
}

/** Reads as text first, which is much faster; bytes only where a name shows replacement characters. */
const namedEntries = (path: RealPath): NamedEntry[] => {
  const entries = readdirSync(path, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes('\ufffd'))) {
    return entries.map((entry) => ({ entry, name: entry.name, realName: null }));
  }
  const raw = readdirSync(path, { withFileTypes: true, encoding: 'buffer' });
  const shown = showNames(raw.map(({ name }) => name));
  return raw.map((entry, index) => ({ entry, ...(shown[index] ?? { name: '', realName: null }) }));
};

/** What is found in a folder, as it is found. */
export interface Gathering {
  readonly songs: FoundFile[];
  readonly pictures: FoundFile[];
  readonly folders: FoundFolder[];
  readonly unknown: UnknownEntry[];
  readonly notFiles: string[];
  readonly key: EntriesKey;
}

/** What a name adds to the digest: its bytes too where they are not those shown. */
const keyNameOf = ({ name, realName }: ShownName): string =>
  realName === null ? name : `${name}/${realName.toString('latin1')}`;

/** Begins with a folder. */
export const newGathering = (key: EntriesKey): Gathering => ({
  songs: [],
  pictures: [],
  folders: [],
  unknown: [],
  notFiles: [],
  key,
});

/** Takes a file in if it is of use. */
export const addListedFile = (gathering: Gathering, file: FoundFile): void => {
  const kind = fileKindOf(file.name);
  if (kind === null) return;
  gathering[kind === 'song' ? 'songs' : 'pictures'].push(file);
  gathering.key.add(entryKinds[kind], keyNameOf(file), file.sizeBytes, file.mtimeUs);
};

const addFile = (gathering: Gathering, { name, realName }: NamedEntry, stats: Stats): void =>
  addListedFile(gathering, { name, realName, sizeBytes: stats.size, mtimeUs: mtimeUsOf(stats) });

/** Takes a folder in. */
export const addListedFolder = (gathering: Gathering, folder: FoundFolder): void => {
  if (isSystemFolder(folder.name)) return;
  gathering.folders.push(folder);
  gathering.key.add(entryKinds.folder, keyNameOf(folder), 0, 0);
};

const addFolder = (gathering: Gathering, { name, realName }: NamedEntry, isLink: boolean): void =>
  addListedFolder(gathering, { name, realName, isLink });

const addUnknown = (gathering: Gathering, name: string, code: string): void => {
  gathering.unknown.push({ name, reason: entryReasonOf(code) });
  gathering.key.add(entryKinds.unknown, name, 0, 0);
};

const addNotFile = (gathering: Gathering, { name }: NamedEntry): void => {
  if (fileKindOf(name) !== 'song') return;
  gathering.notFiles.push(name);
  gathering.key.add(entryKinds.notFile, name, 0, 0);
};

/** Looks at an entry whose kind the listing does not tell, and at files, whose size and time are needed. */
const addLooked = (
  gathering: Gathering,
  named: NamedEntry,
  where: { folder: RealPath; mayFollow: LinkRule },
): void => {
  const path = joinReal(where.folder, named.name, named.realName);
  const isLink = named.entry.isSymbolicLink();
  try {
    const stats = statSync(path);
    if (isLink && !where.mayFollow(path)) return;
    if (stats.isDirectory()) addFolder(gathering, named, isLink);
    else if (stats.isFile()) addFile(gathering, named, stats);
    else addNotFile(gathering, named);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === '') throw error;
    if (isLink ? !isDeadLink(code) : !isGone(code)) addUnknown(gathering, named.name, code);
  }
};

const mayBeOfUse = ({ name, entry }: NamedEntry): boolean =>
  !isHidden(name) && (!entry.isFile() || fileKindOf(name) !== null);

/**
 * Looks into a folder: its songs, pictures and folders. What is hidden is left out. Synchronous: about
 * 30 µs, and 5 µs a file.
 */
export const readFolder = (folder: RealPath, mayFollow: LinkRule): FolderReading => {
  let entries: NamedEntry[];
  try {
    entries = namedEntries(folder);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === '') throw error;
    if (isGone(code)) return { kind: 'gone' };
    return { kind: 'unknown', reason: folderReasonOf(code) };
  }
  const key = createEntriesKey();
  const gathering = newGathering(key);
  for (const named of entries) {
    if (isIgnoreMarker(named.name)) return { kind: 'ignored' };
    if (!mayBeOfUse(named)) continue;
    if (named.entry.isDirectory()) addFolder(gathering, named, false);
    else addLooked(gathering, named, { folder, mayFollow });
  }
  const { key: _, ...found } = gathering;
  return { kind: 'listed', ...found, entriesKey: key.value() };
};
