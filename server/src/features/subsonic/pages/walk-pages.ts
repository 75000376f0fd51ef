import type { AppReading } from '../../../library/read/apps/app-reading.ts';
import type { Mark, Marks, ShapingDeps } from '../node-parts.ts';
import { albumMarksText } from '../shaping.ts';
import { marksText } from '../song-node.ts';
import { type EntriesBytes, filledBytes, filledTexts } from '../wire/entries-bytes.ts';
import { type Entries, entries, type Node } from '../wire/tree.ts';
import type { KeptPages } from './kept-pages.ts';
import type { MadePage, PageMaking, WalkPage } from './page-making.ts';

/** Entries of a walk with what somebody made of them. */
interface ToldPage {
  readonly count: number;
  /** Albums that the whole list has; null of songs. */
  readonly total: number | null;
  readonly entries: Entries;
}

/** The walks through every song and every album, a page after the other. */
export interface WalkPages {
  page(userId: number, wanted: WalkPage): Promise<ToldPage>;
}

/** Shorter pages are not of a walk, or of one that many small answers make slow anyway. */
const leastKept = 100;

const entriesOfBytes = (made: EntriesBytes, textOf: ((id: string) => string) | null): Entries => {
  const texts = (): Iterable<string> => filledTexts(made, textOf);
  return entries({
    nodes: function* () {
      for (const text of texts()) yield JSON.parse(text) as Node;
    },
    texts,
    bytes: () => filledBytes(made, textOf),
  });
};

const noMarks: Marks = new Map();

const textOf: Readonly<Record<WalkPage['of'], (mark: Mark | undefined) => string>> = {
  songs: marksText,
  albums: albumMarksText,
};

/**
 * Pages of which what the entries are to everybody is made once for each state of the library, as long as there is room
 * for it; what somebody made of them is put in for each answer.
 */
export const createWalkPages = (deps: {
  readonly apps: Pick<AppReading, 'state'>;
  readonly marks: ShapingDeps['marks'];
  readonly making: PageMaking;
  readonly kept: Pick<KeptPages, 'find' | 'keep'>;
  /** Hears of each page that had to be made for whoever asked. */
  readonly onMade: () => void;
}): WalkPages => {
  const { apps, kept } = deps;

  const pageOf = async (wanted: WalkPage): Promise<MadePage> => {
    const state = apps.state();
    const { name, make } = await deps.making.stretch(wanted);
    const known = state === null ? null : await kept.find(state, name);
    if (known !== null) return known;
    const page = await make();
    if (page.entries.ids.length < leastKept) return page;
    deps.onMade();
    // While the library changes, entries and their pictures may be of two states.
    if (state !== null && apps.state() === state) kept.keep({ state, name, page });
    return page;
  };

  return {
    page: async (userId, wanted) => {
      const { entries: made, total } = await pageOf(wanted);
      const marks = made.ids.length === 0 ? noMarks : await deps.marks(userId, made.ids);
      const text = textOf[wanted.of];
      const told = entriesOfBytes(made, marks.size === 0 ? null : (id) => text(marks.get(id)));
      return { count: made.ids.length, total, entries: told };
    },
  };
};
