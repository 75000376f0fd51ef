import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogueReading } from '../../../library/read/library-reading.ts';
import {
  type RareNumberField,
  type RareTextField,
  type RareValue,
  rareNumberFields,
} from '../../../library/read/tag-values/rare-fields.ts';
import { addBit, type BitSet, bitSetFor } from '../../../library/search-index/bit-set.ts';
import { foldText } from '../../../platform/text/fold.ts';
import { stands } from './fact-sets.ts';
import { type Relation, withoutSigns } from './query.ts';
import { dayNumber } from './query-fields.ts';

/** Ids that are looked through at once: a few milliseconds. */
const idsAtOnce = 2_000;

/** As words that are timed are stored; others are there, or not. */
const timedLyrics = 2;

/** The songs of a value, and one of its spellings. */
interface SongsOfValue {
  readonly shown: string;
  readonly ids: number[];
}

/** Songs by their values of a field; texts by how they are compared. */
type SongsByText = ReadonlyMap<string, SongsOfValue>;
type SongsByNumber = ReadonlyMap<number, SongsOfValue>;

/** A text or a JSON list of them; of a performer the name, or the instrument alone. */
const textsOf = (field: RareTextField, value: string | number): readonly string[] => {
  if (field === 'lyrics') return [value === timedLyrics ? 'timed' : 'plain'];
  const text = String(value);
  const list = text.startsWith('[') && text.endsWith(']') ? listOf(text) : [text];
  if (field === 'performer') return list.map((one) => one.replace(/\s*\([^()]*\)\s*$/u, ''));
  return field === 'instrument' ? list.flatMap((one) => /\(([^()]*)\)\s*$/u.exec(one)?.[1] ?? []) : list;
};

/** A text may look like a list and be none. */
const listOf = (text: string): readonly string[] => {
  try {
    const list = JSON.parse(text) as readonly unknown[];
    return list.every((one) => typeof one === 'string') ? list : [text];
  } catch {
    return [text];
  }
};

const noteTo = <Value>(
  songs: Map<Value, SongsOfValue>,
  value: Value,
  { shown, id }: { shown: string; id: number },
): void => {
  const known = songs.get(value);
  if (known === undefined) songs.set(value, { shown, ids: [id] });
  else known.ids.push(id);
};

/** One that could not be read is read by the next that asks. */
const once = <Field, Songs>(known: Map<Field, Promise<Songs>>, field: Field, read: () => Promise<Songs>) => {
  const before = known.get(field);
  if (before !== undefined) return before;
  const made = read();
  known.set(field, made);
  made.catch(() => known.delete(field));
  return made;
};

/** What rare fields are read by. */
export interface RareDeps {
  readonly reading: Pick<CatalogueReading, 'rareBetween'>;
  readonly greatestId: number;
  /** Takes apart what one text says of moods. */
  readonly moodsOf: (values: readonly string[]) => readonly string[];
}

/**
 * Sets of songs by fields that are not held of every song: the first that asks for one reads it through, in runs, and it
 * is kept as long as the catalogue it belongs to.
 */
export const createRareSets = ({ reading, greatestId, moodsOf }: RareDeps) => {
  const texts = new Map<RareTextField, Promise<SongsByText>>();
  const numbers = new Map<RareNumberField, Promise<SongsByNumber>>();

  const readThrough = async (
    field: RareTextField | RareNumberField,
    take: (row: RareValue) => void,
  ): Promise<void> => {
    for (let after = 0; after < greatestId; after += idsAtOnce) {
      for (const row of await reading.rareBetween(field, after, Math.min(after + idsAtOnce, greatestId)))
        take(row);
      await turn();
    }
  };

  const readTexts = async (field: RareTextField): Promise<SongsByText> => {
    const songs = new Map<string, SongsOfValue>();
    await readThrough(field, ({ id, value }) => {
      const said = textsOf(field, value);
      const texts = field === 'mood' ? moodsOf(said) : said;
      for (const text of texts) noteTo(songs, withoutSigns(foldText(text)), { shown: text, id });
    });
    return songs;
  };

  const readNumbers = async (field: RareNumberField): Promise<SongsByNumber> => {
    const songs = new Map<number, SongsOfValue>();
    const isDay = rareNumberFields[field].form === 'day';
    await readThrough(field, ({ id, value }) => {
      const number = isDay ? dayNumber(String(value)) : Number(value);
      if (number !== null) noteTo(songs, number, { shown: '', id });
    });
    return songs;
  };

  const setOf = <Value>(
    songs: ReadonlyMap<Value, SongsOfValue>,
    isWanted: (value: Value) => boolean,
  ): BitSet => {
    const set = bitSetFor(greatestId);
    for (const [value, { ids }] of songs) if (isWanted(value)) for (const id of ids) addBit(set, id);
    return set;
  };

  const textsIn = (field: RareTextField) => once(texts, field, () => readTexts(field));
  return {
    /** @param text folded, without signs */
    where: async (field: RareTextField, relation: Relation, text: string): Promise<BitSet> =>
      setOf(await textsIn(field), (key) => stands(relation, key, text)),
    having: async (field: RareTextField): Promise<BitSet> => setOf(await textsIn(field), () => true),
    /** Values that begin with a text, those of most songs first. @param text folded, without signs */
    beginning: async (field: RareTextField, text: string): Promise<string[]> =>
      [...(await textsIn(field))]
        .filter(([key]) => key.startsWith(text))
        .toSorted(([, a], [, b]) => b.ids.length - a.ids.length)
        .map(([, { shown }]) => shown),
    /** Bounds are included; null is none. */
    between: async (field: RareNumberField, from: number | null, to: number | null): Promise<BitSet> =>
      setOf(
        await once(numbers, field, () => readNumbers(field)),
        (number) =>
          number >= (from ?? Number.NEGATIVE_INFINITY) && number <= (to ?? Number.POSITIVE_INFINITY),
      ),
  };
};

/** See {@link createRareSets}. */
export type RareSets = ReturnType<typeof createRareSets>;
