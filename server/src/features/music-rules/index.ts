export { createMusicRules, type MusicRules } from './music-rules.ts';
export { createMusicRulesRoutes } from './music-rules-routes.ts';
