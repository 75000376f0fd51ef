import { hash } from 'node:crypto';
import type { ModelSettings } from '../../../library/model/model-settings.ts';
import { type Library, metaKeys } from '../../../library/write/library.ts';

/** Raised whenever songs come to other albums, artists or genres, or these to other rows, by the same settings. */
const rulesVersion = 1;

/** Where songs were taken in by other rules, all of them are taken in anew: from what is stored, no file is read. */
export const noteModelRules = ({ sources, batch, model }: Library, settings: ModelSettings): void => {
  const rules = `${rulesVersion} ${hash('sha256', JSON.stringify(settings)).slice(0, 12)}`;
  const known = sources.meta(metaKeys.modelRules);
  if (known === rules) return;
  batch.begin(1);
  if (known !== null) model.settleAll();
  sources.setMeta(metaKeys.modelRules, rules);
};
