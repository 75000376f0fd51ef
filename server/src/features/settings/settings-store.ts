import { readingSettings, settingsOf, writingSettings } from '../../state/changes/setting-rows.ts';
import type { StateQuery } from '../../state/state-access.ts';

type Query = StateQuery;

/** A stored value, or undefined when it was never set. */
export const readSetting = async (query: Query, key: string): Promise<unknown> =>
  settingsOf(await readingSettings(query, [key]).execute()).get(key);

/** Stores values that JSON can hold, by their keys. */
export const writeSettings = async (query: Query, values: ReadonlyMap<string, unknown>): Promise<void> => {
  for (const write of writingSettings(query, values)) await write.execute();
};
