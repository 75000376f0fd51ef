import type { CorrectionRule } from '@tonearm/contract';
import { type Corrector, createCorrector } from './corrections.ts';
import { createPlaceOf, defaultArticles, type PlaceOf } from './sort-text.ts';
import { createSplitter, defaultSplitting, type Splitter, type SplittingRules } from './splitting.ts';

/** By what rules songs are taken into albums, artists and genres. */
export interface ModelRules {
  readonly splitter: Splitter;
  readonly placeOf: PlaceOf;
  /** What administrators corrected. */
  readonly corrector: Corrector;
}

/** What administrators decide of albums, artists and genres. */
export interface ModelSettings {
  readonly splitting: SplittingRules;
  /** Words that do not count at the beginning of a name, separated by blanks. */
  readonly articles: string;
}

/** What holds until they do. */
export const defaultModelSettings: ModelSettings = { splitting: defaultSplitting, articles: defaultArticles };

/** The rules that settings and corrections, the oldest first, come to. */
export const modelRules = (
  { splitting, articles }: ModelSettings,
  corrections: readonly CorrectionRule[] = [],
): ModelRules => {
  const splitter = createSplitter(splitting);
  return { splitter, placeOf: createPlaceOf(articles), corrector: createCorrector(corrections, splitter) };
};
