import { type Dirent, readdirSync, statSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { FoundFile } from '../../../library/write/files-store.ts';
import { keepCompiled } from '../../../platform/memory/keep-compiled.ts';
import { fileKindOf } from '../../../platform/paths/audio-formats.ts';
import { isHidden, isIgnoreMarker } from '../../../platform/paths/folder-names.ts';
import { errorCodeOf } from '../../../platform/system-error.ts';
import { mtimeUsOf } from '../../tags/index.ts';
import { createEntriesKey } from '../walk/entries-key.ts';
import type { FolderTimes } from '../walk/folder-date.ts';
import { addListedFile, addListedFolder, type FolderListing, newGathering } from '../walk/read-folder.ts';
import { type DiskWait, watchDisk } from './disk-watch.ts';
import type { FetchSoon, SongToFetch } from './fetch-soon.ts';
import {
  createPacking,
  type FileStamp,
  type PackedRows,
  type ReadingTools,
  type ReadRow,
  unpackReadings,
} from './read-batch.ts';

/** A folder that was looked into, and what its songs hold, in the order of the listing. */
export interface ReadFolder {
  readonly listing: FolderListing;
  readonly rows: readonly ReadRow[];
}

/**
 * Folders that were read, as they cross threads. Many wait while those before are committed, and objects that wait are
 * copied again and again by who collects garbage: so they are bytes until they are taken in.
 */
export interface PackedFolders {
  /** A {@link FolderValues}, alone in its memory, which moves to the other thread and is given back there. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many songs were read. */
  readonly songs: number;
  readonly disk: DiskWait;
  /** Whether what is read now has to be waited for. */
  readonly isCold: boolean;
}

interface FolderValues extends PackedRows {
  /** For each folder its songs, folders and pictures, see {@link joinNames}; null for one to be looked into by others. */
  readonly names: readonly (string | null)[];
  /** For each that was read: its digest and times, then size and time of each of its pictures. */
  readonly numbers: readonly number[];
}

/** Of more songs than this, a folder is read in parts, which others do. */
const mostSongs = 200;

const nameOf = ({ name }: { readonly name: string }): string => name;

/** Names by kind; NUL and the slash are in none. */
const joinNames = ({ songs, folders, pictures }: FolderListing): string =>
  [songs, folders, pictures].map((list) => list.map(nameOf).join('\0')).join('/');

const splitNames = (text: string): string[][] =>
  text.split('/').map((part) => (part === '' ? [] : part.split('\0')));

/** The entries of a folder; null where they cannot be told, or not as texts. */
const plainEntries = (folder: string): Dirent[] | null => {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.some(({ name }) => name.includes('\ufffd') || isIgnoreMarker(name)) ? null : entries;
  } catch (error) {
    if (errorCodeOf(error) === '') throw error;
    return null;
  }
};

const timesOf = (folder: string): FolderTimes | null => {
  try {
    const { birthtimeMs, mtimeMs } = statSync(folder);
    return { birthtimeMs, mtimeMs };
  } catch (error) {
    if (errorCodeOf(error) === '') throw error;
    return null;
  }
};

const stampOf = (path: string): FileStamp | null => {
  try {
    const stats = statSync(path);
    return stats.isFile() ? { sizeBytes: stats.size, mtimeUs: mtimeUsOf(stats) } : null;
  } catch (error) {
    if (errorCodeOf(error) === '') throw error;
    return null;
  }
};

/** What is in a folder by name; null where something in it wants a closer look than a name and a kind. */
const plainNames = (folder: string): { songs: string[]; pictures: string[]; folders: string[] } | null => {
  const names = { songs: [] as string[], pictures: [] as string[], folders: [] as string[] };
  for (const entry of plainEntries(folder) ?? [null]) {
    if (entry === null) return null;
    const { name } = entry;
    if (isHidden(name)) continue;
    const kind = entry.isFile() ? fileKindOf(name) : null;
    if (entry.isDirectory()) names.folders.push(name);
    else if (!entry.isFile()) return null;
    else if (kind !== null) names[kind === 'song' ? 'songs' : 'pictures'].push(name);
  }
  return names.songs.length > mostSongs ? null : names;
};

type ReadListing = FolderListing & { readonly times: FolderTimes };

type Packing = ReturnType<typeof createPacking>;

/** A folder, and what is in it by name. */
interface NamedFolder {
  readonly folder: string;
  readonly names: ReturnType<typeof plainNames>;
}

const pathIn = (folder: string, name: string): string =>
  folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;

/** Looks at what is in a folder and reads its songs. @returns null when others are to do so */
const readFolder = async (
  { folder, names }: NamedFolder,
  { reader, step, packing }: ReadingTools & { readonly packing: Packing },
): Promise<ReadListing | null> => {
  if (names === null) return null;
  const times = reader.time(() => timesOf(folder));
  if (times === null) return null;
  const gathering = newGathering(createEntriesKey());
  for (const name of names.folders) addListedFolder(gathering, { name, realName: null, isLink: false });
  for (const name of names.pictures) {
    const stamp = reader.time(() => stampOf(pathIn(folder, name)));
    if (stamp === null) return null;
    addListedFile(gathering, { name, realName: null, ...stamp });
  }
  for (const name of names.songs) {
    step();
    const path = pathIn(folder, name);
    const reading = await reader.read(path, name);
    const stamp = reading.kind === 'song' ? reading.song : stampOf(path);
    // One that went meanwhile, that only the library can tell of, or that is no file.
    if (stamp === null || (reading.kind !== 'song' && reading.kind !== 'problem')) return null;
    packing.add(name, reading, stamp);
    addListedFile(gathering, { name, realName: null, sizeBytes: stamp.sizeBytes, mtimeUs: stamp.mtimeUs });
  }
  const { key, ...found } = gathering;
  return { kind: 'listed', ...found, entriesKey: key.value(), times };
};

const songsOf = ({ folder, names }: NamedFolder): SongToFetch[] =>
  names?.songs.map((name) => ({ path: pathIn(folder, name), name })) ?? [];

/** What looks into folders works with. */
export interface FolderTools extends ReadingTools {
  readonly soon: FetchSoon;
}

/** Looks into folders, in order, and reads what is in them. */
export const readFolders = async (folders: readonly string[], tools: FolderTools): Promise<PackedFolders> => {
  const packing = createPacking(tools.sortKeyOf);
  const watch = watchDisk(tools.reader);
  const names: (string | null)[] = [];
  const numbers: number[] = [];
  let songs = 0;
  const named = folders.map((folder) => {
    tools.step();
    return { folder, names: tools.reader.time(() => plainNames(folder)) };
  });
  const noteRead = await tools.soon.before(named.flatMap(songsOf));
  for (const each of named) {
    const forget = packing.mark();
    const listing = await readFolder(each, { ...tools, packing });
    names.push(listing === null ? null : joinNames(listing));
    if (listing === null) {
      forget();
      continue;
    }
    songs += listing.songs.length;
    numbers.push(listing.entriesKey, listing.times.birthtimeMs, listing.times.mtimeMs);
    for (const { sizeBytes, mtimeUs } of listing.pictures) numbers.push(sizeBytes, mtimeUs);
  }
  noteRead();
  const values: FolderValues = { ...packing.take(), names, numbers };
  return {
    bytes: serialize(values),
    songs,
    disk: watch(folders.length + packing.count()),
    isCold: tools.soon.isCold(),
  };
};

/** Gives one after the other. */
const inTurn = (numbers: readonly number[]): (() => number) => {
  let at = 0;
  return () => {
    at += 1;
    return numbers[at - 1] ?? 0;
  };
};

keepCompiled(inTurn([]));

const fileOf = (name: string, sizeBytes: number, mtimeUs: number): FoundFile => ({
  name,
  realName: null,
  sizeBytes,
  mtimeUs,
});

/**
 * Unpacks folders, in order; null for one that others are to look into. The bytes are given back at once, and empty from
 * then on: some megabytes of them would wait until garbage is collected.
 */
export const unpackFolders = ({ bytes }: Pick<PackedFolders, 'bytes'>): (ReadFolder | null)[] => {
  const packed: FolderValues = deserialize(bytes);
  // The keys lie among the bytes.
  const rows = unpackReadings({ ...packed, keys: new Uint8Array(packed.keys) });
  bytes.buffer.transfer(0);
  let rowAt = 0;
  const nextNumber = inTurn(packed.numbers);
  return packed.names.map((text) => {
    if (text === null) return null;
    const [songs = [], folders = [], pictures = []] = splitNames(text);
    const entriesKey = nextNumber();
    const times = { birthtimeMs: nextNumber(), mtimeMs: nextNumber() };
    const own = rows.slice(rowAt, rowAt + songs.length);
    rowAt += songs.length;
    return {
      rows: own,
      listing: {
        kind: 'listed',
        songs: songs.map((name, at) => fileOf(name, own[at]?.sizeBytes ?? 0, own[at]?.mtimeUs ?? 0)),
        pictures: pictures.map((name) => fileOf(name, nextNumber(), nextNumber())),
        folders: folders.map((name) => ({ name, realName: null, isLink: false })),
        unknown: [],
        notFiles: [],
        entriesKey,
        times,
      },
    };
  });
};
