import type { MusicAlbum, MusicArtist, NameGroups, SmartList } from '@tonearm/contract';
import { wordsOf } from '../../../library/search-index/search-words.ts';
import { foldText } from '../../../platform/text/fold.ts';
import { isLanguage, parseQuery } from '../query/parse-query.ts';
import { longestQuery, type Query, QueryFault } from '../query/query.ts';
import { foundNames } from './found-names.ts';
import type { NameIndex } from './name-index.ts';

/** What groups of names are found in. */
export interface GroupsDeps {
  readonly names: NameIndex;
  /** Artists and albums as lists show them, in the order of ids; those that have gone are left out. */
  readonly artists: (ids: readonly string[]) => Promise<readonly MusicArtist[]>;
  readonly albums: (ids: readonly string[]) => Promise<readonly MusicAlbum[]>;
  /** Names of the playlists of somebody. */
  readonly playlists: (userId: number) => Promise<readonly string[]>;
  readonly smartLists: (userId: number) => Promise<readonly SmartList[]>;
}

/** Lists by their names. */
const foundLists = (names: readonly string[], words: readonly string[]): readonly string[] =>
  foundNames(
    names.map((name) => ({ id: name, name: foldText(name), beside: '', weight: 0 })),
    words,
  );

const nothing = { total: 0, entries: [] };

/**
 * Whether a text is to be read as words, as ever, or by the language. A text that is no query and names no field of ours
 * is words: people type what stands on covers.
 * @throws QueryFault for one that names a field and is not complete, or is too long
 */
const readingOf = (text: string): 'words' | 'query' => {
  if (text.length > longestQuery) throw new QueryFault(longestQuery, 'shorter');
  let query: Query;
  try {
    query = parseQuery(text);
  } catch (error) {
    if (error instanceof QueryFault && !isLanguage(text)) return 'words';
    throw error;
  }
  return isPlain(query) ? 'words' : 'query';
};

const isPlain = (query: Query): boolean =>
  query.kind === 'and' ? query.parts.every(isPlain) : query.kind === 'any' && query.manner === 'start';

/**
 * Finds artists, albums and playlists by words of their names. Who asks for nothing yet is about to ask for something.
 */
export const createFindGroups =
  (deps: GroupsDeps) =>
  async (userId: number, text: string, limit: number): Promise<NameGroups> => {
    const reading = readingOf(text);
    const words = [...new Set(wordsOf(foldText(text)))];
    if (text === '') deps.names.getReady();
    if (reading === 'query' || words.length === 0)
      return { reading, artists: nothing, albums: nothing, playlists: nothing, smart_lists: nothing };
    const [artists, albums, playlists, smartLists] = await Promise.all([
      deps.names.find('artist', words),
      deps.names.find('album', words),
      deps.playlists(userId),
      deps.smartLists(userId),
    ]);
    const lists = foundLists(playlists, words);
    const smart = new Map(smartLists.map((list) => [list.name, list]));
    const smartNames = foundLists([...smart.keys()], words);
    return {
      reading,
      artists: { total: artists.length, entries: [...(await deps.artists(artists.slice(0, limit)))] },
      albums: { total: albums.length, entries: [...(await deps.albums(albums.slice(0, limit)))] },
      playlists: { total: lists.length, entries: lists.slice(0, limit) },
      smart_lists: {
        total: smartNames.length,
        entries: smartNames.slice(0, limit).flatMap((name) => smart.get(name) ?? []),
      },
    };
  };
