import type { AppReading } from '../../../library/read/apps/app-reading.ts';
import type { Mark, Marks, ShapingDeps } from '../node-parts.ts';
import { albumMarksText } from '../shaping/album-shaping.ts';
import { marksText } from '../song-node.ts';
import { type EntriesBytes, filledBytes, filledTexts } from '../wire/entries-bytes.ts';
import { type Entries, entries, type Node } from '../wire/tree.ts';
import type { KeptPages } from './kept-pages.ts';
import type { MadePage, PageMaking, WalkPage } from './page-making.ts';
import { attributesText, xmlName, xmlPageOf } from './xml-page.ts';

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

const entriesOfBytes = (
  made: EntriesBytes,
  textOf: ((id: string) => string) | null,
  elements: () => Promise<Buffer>,
): Entries => {
  const texts = (): Iterable<string> => filledTexts(made, textOf);
  return entries({
    nodes: function* () {
      for (const text of texts()) yield JSON.parse(text) as Node;
    },
    texts,
    bytes: () => filledBytes(made, textOf),
    elements,
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

  /** A page, as it is kept under a name or can be made. */
  const kindOf = async (
    name: string,
    { state, make }: { state: number | null; make: () => MadePage | Promise<MadePage> },
  ): Promise<MadePage> => {
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
      const state = apps.state();
      const { name, make } = await deps.making.stretch(wanted);
      const page = await kindOf(name, { state, make });
      const { entries: made, total } = page;
      const marks = made.ids.length === 0 ? noMarks : await deps.marks(userId, made.ids);
      const text = textOf[wanted.of];
      const textIn = (id: string): string => text(marks.get(id));
      const xml = async (): Promise<Buffer> => {
        const inXml = await kindOf(xmlName(name), { state, make: () => xmlPageOf(wanted.of, page) });
        return filledBytes(
          inXml.entries,
          marks.size === 0 ? null : (id) => attributesText(wanted.of, textIn(id)),
        );
      };
      const told = entriesOfBytes(made, marks.size === 0 ? null : textIn, xml);
      return { count: made.ids.length, total, entries: told };
    },
  };
};
