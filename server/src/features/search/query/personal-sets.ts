import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogueReading } from '../../../library/read/library-reading.ts';
import { addAll, addBit, type BitSet, bitSetFor, takeAway } from '../../../library/search-index/bit-set.ts';
import type { PersonalField } from './query.ts';

/** What somebody made of songs, as far as it says something: lasting ids and numbers, see {@link PersonalField}. */
export type PersonalNumbers = (
  field: PersonalField,
) => Promise<readonly { readonly song: Uint8Array; readonly number: number }[]>;

/** Songs that are looked up at once: a few milliseconds. */
const songsAtOnce = 1_000;

/** Their names, as they stand in queries. */
export const personalFields: readonly PersonalField[] = ['starred', 'rating', 'plays', 'lastplayed'];
const fields: ReadonlySet<string> = new Set(personalFields);

export const isPersonal = (field: string): field is PersonalField => fields.has(field);

/**
 * Whether songs of which somebody made nothing are meant: by a count those played less often than so, by a rating only
 * where none is asked for.
 */
const meansNone = (field: PersonalField, from: number | null, to: number | null): boolean =>
  field === 'plays' ? (from ?? 0) <= 0 && (to ?? 0) >= 0 : field === 'rating' && from === 0 && to === 0;

/** Sets of songs by what one person made of them. */
export const createPersonalSets = (deps: {
  reading: Pick<CatalogueReading, 'idsOf'>;
  numbers: PersonalNumbers;
  greatestId: number;
  all: () => BitSet;
}) => {
  const { reading, numbers, greatestId, all } = deps;

  const setOf = async (field: PersonalField, isWanted: (number: number) => boolean): Promise<BitSet> => {
    const set = bitSetFor(greatestId);
    const songs = (await numbers(field)).flatMap(({ song, number }) => (isWanted(number) ? [song] : []));
    for (let at = 0; at < songs.length; at += songsAtOnce) {
      for (const id of await reading.idsOf(songs.slice(at, at + songsAtOnce)))
        if (id <= greatestId) addBit(set, id);
      await turn();
    }
    return set;
  };

  return {
    having: (field: PersonalField): Promise<BitSet> => setOf(field, () => true),
    /** Bounds are included; null is none. */
    between: async (field: PersonalField, from: number | null, to: number | null): Promise<BitSet> => {
      const set = await setOf(
        field,
        (number) =>
          number >= (from ?? Number.NEGATIVE_INFINITY) && number <= (to ?? Number.POSITIVE_INFINITY),
      );
      if (!meansNone(field, from, to)) return set;
      const others = all();
      takeAway(others, await setOf(field, () => true));
      addAll(set, others);
      return set;
    },
  };
};

/** See {@link createPersonalSets}. */
export type PersonalSets = ReturnType<typeof createPersonalSets>;
