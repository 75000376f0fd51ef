import type { AppReading, PageOf } from '../../library/read/apps/app-reading.ts';
import type { Clock } from '../../platform/clock.ts';
import { createKeptPages } from './kept-pages.ts';
import type { Marks, ShapingDeps } from './node-parts.ts';
import type { Shaping } from './shaping.ts';
import { marksText } from './song-node.ts';
import { createEntriesBytes, type EntriesBytes, filledBytes } from './wire/entries-bytes.ts';
import { type Entries, entries, type Node } from './wire/tree.ts';

/** Songs of a walk with what somebody made of them. */
interface SongPage {
  readonly count: number;
  readonly songs: Entries;
}

/** The walk through every song, a page after the other. */
export interface SongPages {
  page(userId: number, page: PageOf): Promise<SongPage>;
}

/** Shorter pages are not of a walk, or of one that many small answers make slow anyway. */
const leastKept = 100;

const entriesOfBytes = (bytes: () => Buffer): Entries =>
  entries({
    nodes: () => JSON.parse(`[${bytes().toString('utf8')}]`) as Node[],
    texts: () => [bytes().toString('utf8')],
    bytes,
  });

const noMarks: Marks = new Map();

/**
 * Pages of which what the songs are to everybody is made once for each state of the library, as long as there is room
 * for it; what somebody made of them is put in for each answer.
 */
export const createSongPages = (deps: {
  readonly apps: Pick<AppReading, 'songs' | 'state'>;
  readonly marks: ShapingDeps['marks'];
  readonly shaping: Pick<Shaping, 'songTexts'>;
  readonly clock: Pick<Clock, 'schedule'>;
}): SongPages => {
  const { apps, shaping } = deps;
  const kept = createKeptPages(deps.clock);

  const pageOf = async (page: PageOf): Promise<EntriesBytes> => {
    const state = apps.state();
    const stretch = await apps.songs(page);
    const known = state === null ? null : kept.find(state, stretch.name);
    if (known !== null) return known;
    const songs = await stretch.read();
    const made = createEntriesBytes(
      songs.map(({ id }) => id),
      await shaping.songTexts(songs),
    );
    // While the library changes, songs and their pictures may be of two states.
    if (state !== null && songs.length >= leastKept && apps.state() === state)
      kept.keep({ state, name: stretch.name, page: made });
    return made;
  };

  return {
    page: async (userId, page) => {
      const made = await pageOf(page);
      const marks = made.ids.length === 0 ? noMarks : await deps.marks(userId, made.ids);
      const bytes = () => filledBytes(made, marks.size === 0 ? null : (id) => marksText(marks.get(id)));
      return { count: made.ids.length, songs: entriesOfBytes(bytes) };
    },
  };
};
