import { type Route, route } from '../../http/route.ts';
import type { TagTextReading } from '../../library/read/tag-values/tag-texts.ts';
import { initialRules, type MusicRules } from './music-rules.ts';

/** `/music/rules`. */
export const createMusicRulesRoutes = (deps: { rules: MusicRules; reading: TagTextReading }): Route[] => [
  route('getMusicRules', () => ({ rules: deps.rules.current(), initial: initialRules })),
  route('putMusicRules', async ({ body }) => {
    await deps.rules.save(body);
  }),
  route('tryMusicRules', ({ body }) => deps.rules.attempt(body, deps.reading)),
];
