import { type FakeServer, sendJson, sendText, startFakeServer } from './fake-server.ts';

/** What an engine is given of a folder or a song. Texts are folded; several are lines of one. */
export interface SearchDocument {
  readonly kind: 'directory' | 'song';
  readonly id: number;
  /** In the natural order of paths. */
  readonly place: number;
  readonly title: string;
  /** Title and file name, or the name of a folder. */
  readonly name: string;
  /** The name, artists and album. */
  readonly own: string;
  /** The path of what it lies in. */
  readonly above: string;
  /** Its whole path, artists and album. */
  readonly whole: string;
}

/** What an engine is asked. Words are folded. */
export interface SearchQuestion {
  readonly words: readonly string[];
  readonly offset: number;
  /** Null for all. */
  readonly limit: number | null;
}

/** What it found: how much in all, and a page of it, best first. */
export interface SearchFound {
  readonly total: number;
  readonly directories: number;
  readonly hits: readonly Pick<SearchDocument, 'kind' | 'id'>[];
}

/**
 * A search engine in another process's place: it is reached over the network, has documents and no library, and looks
 * at all of them for every question. `POST /documents` adds some, `POST /search` answers a {@link SearchQuestion}.
 */
export interface FakeSearchEngine extends FakeServer {
  /** Whether it answers at all; else 503 to everything. */
  isAway: boolean;
}

const holdsAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word));

const isFound = ({ own, above, whole }: SearchDocument, words: readonly string[]): boolean =>
  holdsAll(own, words) || (holdsAll(whole, words) && !holdsAll(above, words));

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'u');

/** Smaller is better: the whole title, its beginning, whole words of the name, parts of it, whole words elsewhere, parts. */
const rankOf = (words: readonly string[]): ((document: SearchDocument) => number) => {
  const asWords = words.map(wholeWord);
  const query = words.join(' ');
  return ({ title, name, own }) => {
    if (title === query) return 0;
    if (holdsAll(name, words) && words.some((word) => title.startsWith(word))) return 1;
    if (asWords.every((word) => word.test(name))) return 2;
    if (holdsAll(name, words)) return 3;
    if (asWords.every((word) => word.test(own))) return 4;
    return holdsAll(own, words) ? 5 : 6;
  };
};

const search = (
  documents: Iterable<SearchDocument>,
  { words, offset, limit }: SearchQuestion,
): SearchFound => {
  if (words.length === 0) return { total: 0, directories: 0, hits: [] };
  const rank = rankOf(words);
  const found = [...documents]
    .filter((document) => isFound(document, words))
    .map((document) => ({ ...document, rank: rank(document) }))
    .sort((a, b) => (a.kind === b.kind ? a.rank - b.rank || a.place - b.place : a.kind < b.kind ? -1 : 1));
  return {
    total: found.length,
    directories: found.filter(({ kind }) => kind === 'directory').length,
    hits: found
      .slice(offset, limit === null ? undefined : offset + limit)
      .map(({ kind, id }) => ({ kind, id })),
  };
};

/** Starts one that holds nothing. */
export const startFakeSearchEngine = async (): Promise<FakeSearchEngine> => {
  const documents = new Map<string, SearchDocument>();
  const server = await startFakeServer(({ method, url, body }, response) => {
    if (engine.isAway) return sendText(response, 'down for maintenance', 503);
    switch (`${method} ${url.pathname}`) {
      case 'POST /documents':
        for (const each of JSON.parse(body) as SearchDocument[])
          documents.set(`${each.kind} ${each.id}`, each);
        return sendJson(response, { kept: documents.size });
      case 'POST /search':
        return sendJson(response, search(documents.values(), JSON.parse(body) as SearchQuestion));
      default:
        return sendText(response, 'there is nothing here', 404);
    }
  });
  const engine: FakeSearchEngine = Object.assign(server, { isAway: false });
  return engine;
};
