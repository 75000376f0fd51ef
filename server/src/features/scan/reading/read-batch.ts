import { columnFields, moreFields, songFieldList } from '@tonearm/contract/song-fields';
import type { FoundFile } from '../../../library/write/files-store.ts';
import type { FileParts, MissingPart } from '../../../platform/bucket/part-fetcher.ts';
import { keepCompiled } from '../../../platform/memory/keep-compiled.ts';
import {
  type FileProblem,
  inOrder,
  type SongReader,
  type SongReading,
  type SoundFormat,
  type StoredTags,
  unknownFormat,
} from '../../tags/index.ts';
import { type DiskWait, watchDisk } from './disk-watch.ts';

/** A file to read: its absolute path, as bytes where a name on the way is not UTF-8, and its name as shown. */
export interface FileToOpen {
  readonly path: string | Uint8Array;
  readonly name: string;
  /** As the folder's listing had it. */
  readonly sizeBytes: number;
  /** Of a file that cannot be opened: what is at hand of it. */
  readonly parts?: FileParts;
}

/** Files to read, packed so that they cross threads cheaply: texts joined by NUL, which no path holds. */
export interface ReadBatch {
  /** Empty where the path is among the bytes. */
  readonly paths: string;
  readonly names: string;
  /** Paths as bytes, by their place in the batch. */
  readonly bytes: ReadonlyMap<number, Uint8Array>;
  /** What is at hand of files that cannot be opened, by their place in the batch. */
  readonly parts: ReadonlyMap<number, FileParts>;
}

/** Packs files for a reader. */
export const packBatch = (files: readonly FileToOpen[]): ReadBatch => {
  const bytes = new Map<number, Uint8Array>();
  const parts = new Map<number, FileParts>();
  const paths = files.map(({ path, parts: atHand }, index) => {
    if (atHand !== undefined) parts.set(index, atHand);
    if (typeof path === 'string') return path;
    bytes.set(index, path);
    return '';
  });
  return { paths: paths.join('\0'), names: files.map(({ name }) => name).join('\0'), bytes, parts };
};

/** What a file turned out to be, the first of its values. */
export const readingKinds = { song: 0, problem: 1, gone: 2, unsure: 3, partial: 4 } as const;

/**
 * What was read, packed so that it crosses threads cheaply: `columnCount` values for each file, those of its
 * tags in the order of their table, and the keys of all songs one after another.
 */
export interface PackedRows {
  readonly values: readonly (string | number | null)[];
  readonly keys: Uint8Array<ArrayBuffer>;
  /** What more of a file has to be at hand, by its place in the batch. */
  readonly missing?: ReadonlyMap<number, MissingPart>;
}

/** The files of a batch, and how long they were waited for. */
export interface PackedReadings extends PackedRows {
  readonly disk: DiskWait;
}

/** By what it is told whether a file changed. */
export type FileStamp = Pick<FoundFile, 'sizeBytes' | 'mtimeUs'>;

/** One file, unpacked. `reason` is set for problems only. */
export interface ReadRow {
  readonly kind: (typeof readingKinds)[keyof typeof readingKinds];
  readonly reason: FileProblem | null;
  readonly tags: StoredTags;
  readonly format: SoundFormat;
  readonly durationMs: number | null;
  readonly hasPicture: 0 | 1;
  readonly sizeBytes: number;
  readonly mtimeUs: number;
  readonly sortKey: Uint8Array;
  readonly contentKey: Uint8Array;
  readonly soundKey: Uint8Array | null;
  /** Of a file that could not be read to its end with what is at hand. */
  readonly missing?: MissingPart;
}

/** Where the values begin that are no tags: kind and reason come before the tags, these after them. */
const moreAt = 2 + columnFields.length;
const factsAt = moreAt + 1;
const formatAt = factsAt + 5;
const formatKeys = Object.keys(unknownFormat) as (keyof SoundFormat)[];
const columnCount = formatAt + formatKeys.length;
const keyBytes = 8;

type Packed = string | number | null;

const packed = (value: Packed | readonly string[]): Packed => {
  if (typeof value !== 'object' || value === null) return value;
  return value.length === 0 ? null : JSON.stringify(value);
};

/** All tags at their places: an object that grows by one after the other is dearer than a copy that is filled in. */
const blank: Readonly<Record<string, Packed>> = Object.fromEntries(
  ['more', ...columnFields.map(({ name }) => name)].map((name) => [name, null]),
);

/** @param at of the first */
const tagsOf = (values: readonly Packed[], at: number): StoredTags => {
  const tags: Record<string, Packed> = { ...blank };
  tags['more'] = values[at + columnFields.length] ?? null;
  let index = at;
  for (const { name } of columnFields) {
    tags[name] = values[index] ?? null;
    index += 1;
  }
  return tags as unknown as StoredTags;
};

const formatOf = (values: readonly Packed[], at: number): SoundFormat => {
  const format: Record<string, Packed> = { ...unknownFormat };
  let index = at;
  for (const key of formatKeys) {
    format[key] = values[index] ?? null;
    index += 1;
  }
  return format as unknown as SoundFormat;
};

/** Where fields stand in the table of all. */
const columnPlaces = columnFields.map((field) => songFieldList.indexOf(field));
const morePlaces = moreFields.map((field) => ({ name: field.name, place: songFieldList.indexOf(field) }));

/** The fields without a column, those that say something. @param said of all fields, in the order of their table */
const moreOf = (said: ReturnType<typeof inOrder>): string | null => {
  const more: Record<string, string | number | readonly string[]> = {};
  let isEmpty = true;
  for (const { name, place } of morePlaces) {
    const value = said[place] ?? null;
    if (value === null || (typeof value === 'object' && value.length === 0)) continue;
    more[name] = value;
    isEmpty = false;
  }
  return isEmpty ? null : JSON.stringify(more);
};

/** What a file without tags says. */
export const noTags: StoredTags = tagsOf([], 0);

const rowWithoutSong = (kind: ReadRow['kind'], reason: FileProblem | null): ReadRow => ({
  kind,
  reason,
  tags: noTags,
  format: unknownFormat,
  durationMs: null,
  hasPicture: 0,
  sizeBytes: 0,
  mtimeUs: 0,
  sortKey: new Uint8Array(),
  contentKey: new Uint8Array(),
  soundKey: null,
});

/** A file that could not be read. */
export const rowOfProblem = (reason: FileProblem): ReadRow => rowWithoutSong(readingKinds.problem, reason);

/** A file that is not there any more. */
export const rowOfGone = (): ReadRow => rowWithoutSong(readingKinds.gone, null);

type SortKeyOf = (name: string) => Uint8Array;

/** What a reading thread works with. */
export interface ReadingTools {
  readonly reader: SongReader;
  readonly sortKeyOf: SortKeyOf;
  /** To be called before each file. */
  step(): void;
}

const noStamp: FileStamp = { sizeBytes: 0, mtimeUs: 0 };

const problemRow = (reading: Exclude<SongReading, { kind: 'song' }>, stamp: FileStamp): Packed[] => {
  const row: Packed[] = new Array(columnCount).fill(null);
  row[0] = readingKinds[reading.kind];
  if (reading.kind === 'problem') row[1] = reading.reason;
  row[factsAt + 2] = stamp.sizeBytes;
  row[factsAt + 3] = stamp.mtimeUs;
  return row;
};

/** Packs what was read, one file after the other. */
export const createPacking = (sortKeyOf: SortKeyOf) => {
  const values: Packed[] = [];
  const keys: Uint8Array[] = [];
  let count = 0;
  return {
    /** Files that were added, also those that were forgotten. */
    count: () => count,
    /** @param stamp of a file that could not be read, where they are known */
    add: (name: string, reading: SongReading, stamp: FileStamp = noStamp): void => {
      count += 1;
      if (reading.kind !== 'song') {
        values.push(...problemRow(reading, stamp));
        return;
      }
      const { song } = reading;
      const sortKey = sortKeyOf(name);
      keys.push(sortKey, song.contentKey);
      if (song.soundKey !== null) keys.push(song.soundKey);
      values.push(readingKinds.song, null);
      const said = inOrder(song.tags);
      for (const place of columnPlaces) values.push(packed(said[place] ?? null));
      values.push(
        moreOf(said),
        song.durationMs,
        song.hasPicture ? 1 : 0,
        song.sizeBytes,
        song.mtimeUs,
        // Length of the sort key; negative when there is no sound key.
        song.soundKey === null ? -sortKey.length : sortKey.length,
      );
      for (const key of formatKeys) values.push(song.format[key]);
    },
    /** @returns forgets what is added from now on */
    mark: (): (() => void) => {
      const [valueCount, keyCount] = [values.length, keys.length];
      return () => {
        values.length = valueCount;
        keys.length = keyCount;
      };
    },
    take: () => ({ values, keys: new Uint8Array(Buffer.concat(keys)) }),
  };
};

keepCompiled(createPacking(() => new Uint8Array()));

/** Reads the files of a batch in order and packs what they hold. */
export const readBatch = async (batch: ReadBatch, tools: ReadingTools): Promise<PackedReadings> => {
  const packing = createPacking(tools.sortKeyOf);
  const watch = watchDisk(tools.reader);
  const names = batch.names.split('\0');
  const missing = new Map<number, MissingPart>();
  for (const [index, path] of batch.paths.split('\0').entries()) {
    tools.step();
    const name = names[index] ?? '';
    const bytes = batch.bytes.get(index);
    const parts = batch.parts.get(index);
    const reading = await tools.reader.read(bytes === undefined ? path : Buffer.from(bytes), name, parts);
    if (reading.kind === 'partial') missing.set(index, reading.missing);
    packing.add(name, reading);
  }
  return { ...packing.take(), missing, disk: watch(names.length) };
};

const cellOf = <T>(values: readonly Packed[], at: number): T => values[at] as T;

/** Unpacks the readings of a batch, in the order of its files. */
export const unpackReadings = (readings: PackedRows): ReadRow[] => {
  const { values } = readings;
  const rows: ReadRow[] = [];
  let keyAt = 0;
  const takeKey = (length: number): Uint8Array => {
    keyAt += length;
    return readings.keys.subarray(keyAt - length, keyAt);
  };
  for (let at = 0; at < values.length; at += columnCount) {
    const kind = cellOf<ReadRow['kind']>(values, at);
    const isSong = kind === readingKinds.song;
    const facts = at + factsAt;
    const keyLength = isSong ? cellOf<number>(values, facts + 4) : 0;
    const row: ReadRow = {
      kind,
      reason: cellOf(values, at + 1),
      tags: isSong ? tagsOf(values, at + 2) : noTags,
      format: isSong ? formatOf(values, at + formatAt) : unknownFormat,
      durationMs: cellOf(values, facts),
      hasPicture: isSong ? cellOf(values, facts + 1) : 0,
      sizeBytes: cellOf(values, facts + 2),
      mtimeUs: cellOf(values, facts + 3),
      sortKey: takeKey(Math.abs(keyLength)),
      contentKey: takeKey(isSong ? keyBytes : 0),
      soundKey: keyLength > 0 ? takeKey(keyBytes) : null,
    };
    const missing = readings.missing?.get(at / columnCount);
    rows.push(missing === undefined ? row : { ...row, missing });
  }
  return rows;
};
