import { createPlaceOf, defaultArticles, type PlaceOf } from './sort-text.ts';
import { createSplitter, defaultSplitting, type Splitter, type SplittingRules } from './splitting.ts';

/** By what rules songs are taken into albums, artists and genres. */
export interface ModelRules {
  readonly splitter: Splitter;
  readonly placeOf: PlaceOf;
}

/** What administrators decide of albums, artists and genres. */
export interface ModelSettings {
  readonly splitting: SplittingRules;
  /** Words that do not count at the beginning of a name, separated by blanks. */
  readonly articles: string;
}

/** What holds until they do. */
export const defaultModelSettings: ModelSettings = { splitting: defaultSplitting, articles: defaultArticles };

/** The rules that settings come to. */
export const modelRules = ({ splitting, articles }: ModelSettings): ModelRules => ({
  splitter: createSplitter(splitting),
  placeOf: createPlaceOf(articles),
});
