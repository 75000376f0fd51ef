import { createSplitter, type SplittingRules } from '../../../library/model/splitting.ts';
import type { OneLibrary } from '../../../library/one-library.ts';
import type { CatalogueReading, SearchReading } from '../../../library/read/library-reading.ts';
import type { RareTextField } from '../../../library/read/tag-values/rare-fields.ts';
import { idsOf, keepCommon } from '../../../library/search-index/bit-set.ts';
import type { WordList } from '../../../library/search-index/word-list.ts';
import { type Catalogue, type CatalogueOf, inSongOrder } from '../../catalogue/index.ts';
import { createFactSets, type FactSets } from './fact-sets.ts';
import { createSongFinder, type Forgiven } from './find-songs.ts';
import { createPersonalSets, type PersonalNumbers } from './personal-sets.ts';
import type { PersonalField, Query } from './query.ts';
import { createRareSets, type RareSets } from './rare-sets.ts';
import { createTitleSets } from './title-sets.ts';

/** What searching by queries stands on. */
export interface QuerySearchDeps {
  readonly catalogueOf: CatalogueOf;
  readonly catalogue: CatalogueReading;
  readonly search: Pick<SearchReading, 'collect' | 'wordId'>;
  /** The words of the collection as they are now. */
  readonly words: () => Promise<WordList>;
  readonly oneLibrary: OneLibrary;
  /** How texts that name several are taken apart now. */
  readonly splitting: () => SplittingRules;
  /** What somebody made of songs. */
  readonly personal: (userId: number, field: PersonalField) => ReturnType<PersonalNumbers>;
}

/** Songs that a query found, by id, in the order of artists, year, album, disc and track. */
interface FoundSongs {
  readonly ids: readonly number[];
  readonly forgiven: Forgiven | null;
}

/** Finds songs by queries of either language. */
export interface QuerySearch {
  /** Values of a field that begin with a text, those of most songs first. @param text folded, without signs */
  valuesLike(field: RareTextField, text: string): Promise<string[]>;
  /** @param options.userId whose stars, ratings and plays are meant */
  find(query: Query, options: { forgives: boolean; userId: number }): Promise<FoundSongs>;
}

/** @see QuerySearch */
export const createQuerySearch = (deps: QuerySearchDeps): QuerySearch => {
  /** Of the catalogue that was asked last. */
  let known: { catalogue: Catalogue; facts: FactSets; rare: RareSets } | null = null;

  const factsOf = (catalogue: Catalogue): { facts: FactSets; rare: RareSets } => {
    if (known?.catalogue !== catalogue)
      known = {
        catalogue,
        facts: createFactSets(catalogue.facts),
        rare: createRareSets({
          reading: deps.catalogue,
          greatestId: catalogue.facts.greatestId,
          moodsOf: createSplitter(deps.splitting()).genres,
        }),
      };
    return known;
  };

  return {
    valuesLike: (field, text) =>
      deps.oneLibrary.throughout(async () => factsOf(await deps.catalogueOf()).rare.beginning(field, text)),
    find: (query, { forgives, userId }) =>
      deps.oneLibrary.throughout(async () => {
        const words = await deps.words();
        const catalogue = await deps.catalogueOf();
        const { facts, rare } = factsOf(catalogue);
        const titles = createTitleSets({ ...deps, words, empty: facts.empty });
        const personal = createPersonalSets({
          reading: deps.catalogue,
          numbers: (field) => deps.personal(userId, field),
          greatestId: catalogue.facts.greatestId,
          all: facts.all,
        });
        const finder = createSongFinder({ facts, titles, rare, personal, words });
        const { songs, forgiven } = await finder.find(query, forgives);
        // The search index knows songs that came since the catalogue was made.
        keepCommon(songs, facts.all());
        return { ids: inSongOrder(catalogue, idsOf(songs)), forgiven };
      }),
  };
};
