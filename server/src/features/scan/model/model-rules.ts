import { hash } from 'node:crypto';
import { createPlaceOf, defaultArticles } from '../../../library/model/sort-text.ts';
import { createSplitter, defaultSplitting, type SplittingRules } from '../../../library/model/splitting.ts';
import { type Library, metaKeys } from '../../../library/write/library.ts';
import type { ModelRules } from '../../../library/write/model/settle-model.ts';

/** What administrators decide of albums, artists and genres. */
export interface ModelSettings {
  readonly splitting: SplittingRules;
  /** Words that do not count at the beginning of a name, separated by blanks. */
  readonly articles: string;
}

/** What holds until they do. */
export const defaultModelSettings: ModelSettings = { splitting: defaultSplitting, articles: defaultArticles };

/** Raised whenever songs come to other albums, artists or genres, or these to other rows, by the same settings. */
const rulesVersion = 1;

/** The rules that settings come to. */
export const modelRules = ({ splitting, articles }: ModelSettings): ModelRules => ({
  splitter: createSplitter(splitting),
  placeOf: createPlaceOf(articles),
});

/** Where songs were taken in by other rules, all of them are taken in anew: from what is stored, no file is read. */
export const noteModelRules = ({ sources, batch, model }: Library, settings: ModelSettings): void => {
  const rules = `${rulesVersion} ${hash('sha256', JSON.stringify(settings)).slice(0, 12)}`;
  const known = sources.meta(metaKeys.modelRules);
  if (known === rules) return;
  batch.begin(1);
  if (known !== null) model.settleAll();
  sources.setMeta(metaKeys.modelRules, rules);
};
