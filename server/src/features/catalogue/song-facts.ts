import type { CatalogueRow } from '../../library/read/library-reading.ts';
import { createValues, type Values } from './values.ts';

/** Fields whose values are few, as against songs. */
export const valueFields = [
  'album',
  'albumartist',
  'artist',
  'composer',
  'genre',
  'label',
  'lyricist',
] as const;
export type ValueField = (typeof valueFields)[number];

/** Fields that hold a number: see the query language. */
type NumberFact = 'year' | 'tracknumber' | 'discnumber' | 'duration' | 'added';

/** What queries ask of songs, by id. */
export interface SongFactsIndex {
  readonly greatestId: number;
  /** 1 for each song that is there. */
  readonly isThere: Uint8Array;
  /** 1 for each song that shows a picture. */
  readonly hasCover: Uint8Array;
  readonly values: Readonly<Record<ValueField, Values>>;
  /** -1 for none. */
  readonly numbers: Readonly<Record<NumberFact, Int32Array>>;
}

const numberFacts = ['year', 'tracknumber', 'discnumber', 'duration', 'added'] as const;

const grown = <Kind extends Int32Array | Uint8Array>(array: Kind, length: number, fill: number): Kind => {
  const larger = new (array.constructor as new (size: number) => Kind)(Math.max(length, array.length * 2));
  larger.fill(fill);
  larger.set(array);
  return larger;
};

/** Gathers them, song by song. */
export const createSongFacts = () => {
  const gathered = Object.fromEntries(valueFields.map((field) => [field, createValues()])) as Record<
    ValueField,
    ReturnType<typeof createValues>
  >;
  const numbers = Object.fromEntries(
    numberFacts.map((fact) => [fact, new Int32Array(1024).fill(-1)]),
  ) as Record<NumberFact, Int32Array>;
  let isThere = new Uint8Array(1024);
  let hasCover = new Uint8Array(1024);
  let greatestId = 0;
  const lists = new Map<string, readonly string[]>();

  const listOf = (json: string | null): readonly string[] => {
    if (json === null) return [];
    const known = lists.get(json);
    if (known !== undefined) return known;
    const texts = JSON.parse(json) as string[];
    lists.set(json, texts);
    return texts;
  };

  const makeRoom = (id: number): void => {
    if (id < isThere.length) return;
    isThere = grown(isThere, id + 1, 0);
    hasCover = grown(hasCover, id + 1, 0);
    for (const fact of numberFacts) numbers[fact] = grown(numbers[fact], id + 1, -1);
  };

  const take = (row: CatalogueRow): void => {
    const { id } = row;
    makeRoom(id);
    greatestId = id;
    isThere[id] = 1;
    if (row.artwork !== null) hasCover[id] = 1;
    numbers.year[id] = row.year ?? -1;
    numbers.tracknumber[id] = row.track_number ?? -1;
    numbers.discnumber[id] = row.disc_number ?? -1;
    numbers.duration[id] = row.duration_ms === null ? -1 : Math.floor(row.duration_ms / 1000);
    numbers.added[id] = row.added_at;
    if (row.album !== null) gathered.album.note(row.album, id);
    for (const [field, json] of [
      ['albumartist', row.album_artists],
      ['artist', row.artists],
      ['composer', row.composers],
      ['genre', row.genres],
      ['label', row.labels],
      ['lyricist', row.lyricists],
    ] as const) {
      for (const text of listOf(json)) gathered[field].note(text, id);
    }
  };

  function* end(): Generator<undefined, SongFactsIndex> {
    const values: Partial<Record<ValueField, Values>> = {};
    for (const field of valueFields) values[field] = yield* gathered[field].end();
    return { greatestId, isThere, hasCover, values: values as Record<ValueField, Values>, numbers };
  }

  return { take, end };
};
