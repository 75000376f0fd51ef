import { numberFields, songMaker, textFields } from 'virtual:song-fields';
import type { Song } from '@tonearm/contract';

/**
 * Many songs in few objects: each different text once, and one column of whole numbers per field.
 * Cloning this into the browser's database or another tab is some ten times cheaper than cloning the
 * songs, and songs unpacked from it share their texts.
 */
export interface PackedSongs {
  readonly count: number;
  readonly texts: readonly string[];
  /** Positions in `texts`, or -1. */
  readonly textColumns: Readonly<Record<string, Int32Array>>;
  readonly numberColumns: Readonly<Record<string, Int32Array>>;
}

/** Texts that are different for nearly every song: looking for repeats would cost more than it saves. */
type TextField = (typeof textFields)[number];
const isOwn = (field: TextField): boolean => field === 'path' || field === 'title';
const ownTextFields = textFields.filter(isOwn);
const sharedTextFields = textFields.filter((field) => !isOwn(field));
const noText = -1;
/** No tag holds the lowest whole number of 32 bits. */
const noNumber = -2_147_483_648;

/** Songs packed between two pauses: a few milliseconds of work. */
const sliceLength = 4000;

/** Packs songs, in order. */
export const packSongs = (songs: readonly Song[]): PackedSongs => {
  const packing = startPacking(songs);
  packing.addUntil(songs.length);
  return packing.packed;
};

/** As `packSongs`, in slices with a `pause` after each, so that nothing else has to wait for it. */
export const packSongsGently = async (
  songs: readonly Song[],
  pause: () => Promise<void>,
): Promise<PackedSongs> => {
  const packing = startPacking(songs);
  for (let end = sliceLength; end < songs.length; end += sliceLength) {
    packing.addUntil(end);
    await pause();
  }
  packing.addUntil(songs.length);
  return packing.packed;
};

const startPacking = (songs: readonly Song[]) => {
  const texts: string[] = [];
  const positions = new Map<string, number>();
  const columnsOf = (fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, new Int32Array(songs.length)]));
  const textColumns = columnsOf(textFields);
  const numberColumns = columnsOf(numberFields);
  const addOwn = (text: string): number => texts.push(text) - 1;
  const addShared = (text: string): number => {
    const known = positions.get(text);
    if (known !== undefined) return known;
    positions.set(text, texts.length);
    return addOwn(text);
  };
  let start = 0;
  const fill = (column: Int32Array | undefined, end: number, pick: (song: Song) => number): void => {
    for (let index = start; index < end; index += 1) {
      const song = songs[index];
      if (column !== undefined && song !== undefined) column[index] = pick(song);
    }
  };
  const fillTexts = (field: TextField, end: number, add: (text: string) => number): void =>
    fill(textColumns[field], end, (song) => {
      const text = song[field];
      return text === null ? noText : add(text);
    });

  return {
    packed: { count: songs.length, texts, textColumns, numberColumns } satisfies PackedSongs,
    /** Packs the songs from where it stands up to, not including, `end`. */
    addUntil(end: number): void {
      for (const field of ownTextFields) fillTexts(field, end, addOwn);
      for (const field of sharedTextFields) fillTexts(field, end, addShared);
      for (const field of numberFields) fill(numberColumns[field], end, (song) => song[field] ?? noNumber);
      start = end;
    },
  };
};

/** The songs again; an empty list for what was not packed here. */
export const unpackSongs = (value: unknown): Song[] => {
  if (!isPacked(value)) return [];
  const { texts } = value;
  const nothing = new Int32Array(0);
  // Looked up once: this loop runs for each song of a queue that somebody waits for.
  const textColumn = (field: string) => {
    const column = value.textColumns[field] ?? nothing;
    return (index: number): string | null => texts[column[index] ?? noText] ?? null;
  };
  const numberColumn = (field: string) => {
    const column = value.numberColumns[field] ?? nothing;
    return (index: number): number | null => {
      const number = column[index] ?? noNumber;
      return number === noNumber ? null : number;
    };
  };
  const songAt = songMaker(textColumn, numberColumn);
  return Array.from({ length: value.count }, (_, index) => songAt(index));
};

const isPacked = (value: unknown): value is PackedSongs =>
  typeof value === 'object' &&
  value !== null &&
  'count' in value &&
  Number.isInteger(value.count) &&
  'texts' in value &&
  Array.isArray(value.texts) &&
  'textColumns' in value &&
  'numberColumns' in value;
