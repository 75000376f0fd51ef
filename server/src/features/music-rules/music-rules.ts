import { isDeepStrictEqual } from 'node:util';
import { endpoints, type MusicRulesTrial, type MusicRules as Rules } from '@tonearm/contract';
import { defaultModelSettings, type ModelSettings, modelRules } from '../../library/model/model-settings.ts';
import type { TagTextReading } from '../../library/read/tag-values/tag-texts.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Events } from '../../platform/events.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { tryRules } from './dry-run.ts';
import { readMusicRules, writeMusicRules } from './music-rules-store.ts';

/** How tags become artists and genres, kept in memory. */
export interface MusicRules {
  current(): Rules;
  /** As the scan process takes them. */
  settings(): ModelSettings;
  /** Saves them and has every song taken in by them. */
  save(rules: Rules): Promise<void>;
  /** Reads them again: another process may have saved. */
  reload(): Promise<void>;
  /** What they would change. */
  attempt(rules: Rules, reading: TagTextReading): Promise<MusicRulesTrial>;
}

const settingsOf = (rules: Rules): ModelSettings => ({
  splitting: {
    people: rules.people_separators,
    genres: rules.genre_separators,
    never: rules.never_split,
  },
  articles: rules.articles,
});

/** What holds until an administrator says otherwise. */
export const initialRules: Rules = {
  people_separators: [...defaultModelSettings.splitting.people],
  genre_separators: [...defaultModelSettings.splitting.genres],
  never_split: [...defaultModelSettings.splitting.never],
  articles: defaultModelSettings.articles,
};

/** Reads what was saved. */
export const createMusicRules = async (deps: {
  query: StateQuery;
  events: Events<AppEvents>;
}): Promise<MusicRules> => {
  const read = async (): Promise<Rules> => {
    const saved = endpoints.putMusicRules.body.safeParse(await readMusicRules(deps.query));
    return saved.success ? saved.data : initialRules;
  };
  let rules = await read();
  return {
    current: () => rules,
    settings: () => settingsOf(rules),
    save: async (next) => {
      await writeMusicRules(deps.query, next);
      rules = next;
      deps.events.emit('music-rules-changed', undefined);
    },
    reload: async () => {
      const next = await read();
      if (isDeepStrictEqual(next, rules)) return;
      rules = next;
      deps.events.emit('music-rules-changed', undefined);
    },
    attempt: (tried, reading) =>
      tryRules(reading, { before: modelRules(settingsOf(rules)), after: modelRules(settingsOf(tried)) }),
  };
};
