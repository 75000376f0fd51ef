import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Lyrics } from './lyrics.ts';
import { sungAtMs } from './parse-words.ts';

/** `/music/lyrics`. */
export const createLyricsRoutes = (lyrics: Lyrics): Route[] => [
  route('getLyrics', async ({ parameter }) => {
    const all = await lyrics.of(parameter);
    if (all === null) throw new AppError('song_not_found', 'There is no such song in the collection.');
    const [best] = all;
    if (best === undefined) return null;
    return {
      origin: best.origin,
      language: best.language,
      is_synced: best.isSynced,
      lines: best.lines.map((line) => ({ start_ms: sungAtMs(line, best), text: line.text })),
    };
  }),
];
