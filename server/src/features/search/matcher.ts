import type { Tier } from '../../library/read/hit-order.ts';
import type { SearchReading } from '../../library/read/library-reading.ts';
import {
  addAll,
  type BitSet,
  countBits,
  keepCommon,
  lengthFor,
  takeAway,
  takeOut,
} from '../../library/search-index/bit-set.ts';
import { fields } from '../../library/search-index/posting-list.ts';
import { type Sinks, sinksOf } from '../../library/search-index/postings-store.ts';
import { wordCountOf } from '../../library/search-index/search-words.ts';
import { fullMatch, matchOf, type WordList, type WordMatch } from '../../library/search-index/word-list.ts';
import { createPace, type Pace } from '../../platform/slices.ts';

/*
 * What a query finds, as sets of ids. For songs, a query word may stand in the *name* (title or file
 * name), in the *album* (artists, album artists, album: with the name, the song's own text), or only in
 * the path of the *folder*. A song is shown when its own text holds all words, or when its own text and
 * its folder's path together do while the path alone does not: then a folder is shown in its place.
 * A folder is shown when its path holds all words, unless its parent's path already does and the folder's
 * own name does not.
 */

/** What a query finds, best first: folders, then songs. No id is in two tiers of a kind. */
export type Matches = readonly Tier[];

/** Makes a set of so many words. */
type Empty = (length: number) => BitSet;

/** The sets of one query word among folders. */
const directorySets = (length: number, empty: Empty) => ({
  path: empty(length),
  parent: empty(length),
  name: empty(length),
  nameWhole: empty(length),
  nameEqual: empty(length),
  start: empty(length),
  startEqual: empty(length),
});

type DirectorySets = ReturnType<typeof directorySets>;

/** The sets of one query word among songs. */
const songSets = (length: number, empty: Empty) => ({
  name: empty(length),
  nameWhole: empty(length),
  nameEqual: empty(length),
  album: empty(length),
  albumWhole: empty(length),
  folder: empty(length),
  start: empty(length),
  startEqual: empty(length),
});

type SongSets = ReturnType<typeof songSets>;

/** Sets of all query words together, in the making. Null until the first word. */
type Common<Name extends string> = Partial<Record<Name, BitSet>>;

const keepIn = <Name extends string>(common: Common<Name>, name: Name, set: BitSet): void => {
  const known = common[name];
  if (known === undefined) common[name] = set;
  else keepCommon(known, set);
};

const addIn = <Name extends string>(common: Common<Name>, name: Name, set: BitSet): void => {
  const known = common[name];
  if (known === undefined) common[name] = set;
  else addAll(known, set);
};

const isEmpty = (set: BitSet | undefined): boolean => set?.every((word) => word === 0) ?? true;

const copyOf = (set: BitSet, empty: Empty): BitSet => {
  const copy = empty(set.length);
  copy.set(set);
  return copy;
};

const union = (a: BitSet, b: BitSet, empty: Empty): BitSet => {
  const joined = copyOf(a, empty);
  addAll(joined, b);
  return joined;
};

/**
 * Cuts what is shown into tiers: each takes what the ones before have left, and the last one all of it.
 * @param shown is used up
 * @param how `best` is what a tier must be in, up to three sets each; one of a set that there is not is none
 */
const tiersOf = (
  kind: Tier['kind'],
  shown: BitSet,
  { best, empty }: { best: readonly (readonly (BitSet | undefined)[])[]; empty: Empty },
): Tier[] => {
  const tiers: Tier[] = [];
  let left = countBits(shown);
  for (const sets of best) {
    if (left === 0) return tiers;
    const there = sets.filter((set) => set !== undefined);
    const taken = there.length < sets.length ? null : takeOut(shown, there, empty);
    if (taken === null) continue;
    tiers.push({ kind, ...taken });
    left -= taken.count;
  }
  if (left > 0) tiers.push({ kind, ids: shown, count: left });
  return tiers;
};

type DirectoryName = 'path' | 'parent' | 'name' | 'whole' | 'equal' | 'start' | 'startEqual' | 'length';
type SongName =
  | 'own'
  | 'ownWhole'
  | 'anywhere'
  | 'folder'
  | 'name'
  | 'whole'
  | 'equal'
  | 'start'
  | 'startEqual'
  | 'length';

const directoryTiers = (common: Common<DirectoryName>, empty: Empty): Tier[] => {
  if (common.path === undefined) return [];
  const shown = copyOf(common.path, empty);
  if (common.parent !== undefined) {
    const isBelow = copyOf(common.parent, empty);
    if (common.name !== undefined) takeAway(isBelow, common.name);
    takeAway(shown, isBelow);
  }
  const best = [
    [common.equal, common.startEqual, common.length],
    [common.name, common.start],
    [common.whole],
    [common.name],
  ];
  return tiersOf('directory', shown, { best, empty });
};

const songTiers = (common: Common<SongName>, empty: Empty): Tier[] => {
  if (common.anywhere === undefined) return [];
  const shown = copyOf(common.anywhere, empty);
  if (common.folder !== undefined) takeAway(shown, common.folder);
  if (common.own !== undefined) addAll(shown, common.own);
  const best = [
    [common.equal, common.startEqual, common.length],
    [common.name, common.start],
    [common.whole],
    [common.name],
    [common.ownWhole],
    [common.own],
  ];
  return tiersOf('song', shown, { best, empty });
};

/** Where a query word's postings go. */
const sinksFor = (song: SongSets, directory: DirectorySets): Sinks =>
  sinksOf([
    [fields.name, { any: song.name, whole: song.nameWhole, equal: song.nameEqual }],
    [fields.album, { any: song.album, whole: song.albumWhole }],
    [fields.folder, { any: song.folder }],
    [fields.titleStart, { start: song.start, equal: song.startEqual }],
    [fields.directoryPath, { any: directory.path }],
    [fields.directoryParent, { any: directory.parent }],
    [fields.directoryName, { any: directory.name, whole: directory.nameWhole, equal: directory.nameEqual }],
    [fields.directoryNameStart, { start: directory.start, equal: directory.startEqual }],
  ]);

const keepSongs = (
  common: Common<SongName>,
  word: SongSets,
  { overSlash, empty }: { overSlash: BitSet | undefined; empty: Empty },
): void => {
  const own = union(word.name, word.album, empty);
  const anywhere = union(own, word.folder, empty);
  if (overSlash !== undefined) addAll(anywhere, overSlash);
  keepIn(common, 'own', own);
  keepIn(common, 'ownWhole', union(word.nameWhole, word.albumWhole, empty));
  keepIn(common, 'anywhere', anywhere);
  keepIn(common, 'folder', word.folder);
  keepIn(common, 'name', word.name);
  keepIn(common, 'whole', word.nameWhole);
  keepIn(common, 'equal', word.nameEqual);
  addIn(common, 'start', word.start);
  addIn(common, 'startEqual', word.startEqual);
};

const keepDirectories = (common: Common<DirectoryName>, word: DirectorySets): void => {
  keepIn(common, 'path', word.path);
  keepIn(common, 'parent', word.parent);
  keepIn(common, 'name', word.name);
  keepIn(common, 'whole', word.nameWhole);
  keepIn(common, 'equal', word.nameEqual);
  addIn(common, 'start', word.start);
  addIn(common, 'startEqual', word.startEqual);
};

/** Finds what matches query words. `empty` makes each set that it takes, those of what it gives among them. */
export const createMatcher = (deps: { reading: SearchReading; words: WordList; empty: Empty }) => {
  const { reading, words, empty } = deps;

  /** Songs in whose virtual path a word with a slash reaches from the folder into the file name. */
  const overLastSlash = async (word: string, greatestId: number, pace: Pace): Promise<BitSet | undefined> => {
    const slash = word.lastIndexOf('/');
    if (slash === -1) return undefined;
    const matchesOf = (ids: readonly number[]) => ids.map((wordId) => matchOf(wordId));
    const inFolder = empty(lengthFor(greatestId));
    const inFile = empty(lengthFor(greatestId));
    const endings = matchesOf(words.endingWith(word.slice(0, slash)));
    await reading.collect(endings, sinksOf([[fields.folderEnd, { any: inFolder }]]), pace);
    const starts = matchesOf(words.startingWith(word.slice(slash + 1)));
    await reading.collect(starts, sinksOf([[fields.fileStart, { any: inFile }]]), pace);
    keepCommon(inFolder, inFile);
    return inFolder;
  };

  /** Documents whose title or name has a number of different words. */
  const ofLength = async (count: number, greatest: { song: number; directory: number }) => {
    const song = empty(lengthFor(greatest.song));
    const directory = empty(lengthFor(greatest.directory));
    const wordId = await reading.wordId(String(count));
    if (wordId !== undefined) {
      await reading.collect(
        [matchOf(wordId, fullMatch)],
        sinksOf([
          [fields.titleLength, { any: song }],
          [fields.directoryNameLength, { any: directory }],
        ]),
      );
    }
    return { song, directory };
  };

  /**
   * Everything that matches all of the words.
   * @param queryWords folded, different, at least one
   * @param greatest numbers of songs and folders
   */
  const match = async (
    queryWords: readonly string[],
    greatest: { song: number; directory: number },
  ): Promise<Matches> => {
    const pace = createPace();
    const found: { word: string; matches: WordMatch[] }[] = [];
    for (const word of queryWords) {
      found.push({ word, matches: words.containing(word) });
      await pace();
    }
    // Rare words first: the last ones often need no reading at all.
    found.sort((a, b) => a.matches.length - b.matches.length);
    const inSongs: Common<SongName> = {};
    const inDirectories: Common<DirectoryName> = {};
    for (const { word, matches } of found) {
      const song = songSets(lengthFor(greatest.song), empty);
      const directory = directorySets(lengthFor(greatest.directory), empty);
      await reading.collect(matches, sinksFor(song, directory), pace);
      const overSlash = await overLastSlash(word, greatest.song, pace);
      keepSongs(inSongs, song, { overSlash, empty });
      keepDirectories(inDirectories, directory);
      if (isEmpty(inSongs.anywhere) && isEmpty(inDirectories.path)) return [];
      await pace();
    }
    const length = await ofLength(wordCountOf(queryWords), greatest);
    inSongs.length = length.song;
    inDirectories.length = length.directory;
    return [...directoryTiers(inDirectories, empty), ...songTiers(inSongs, empty)];
  };

  return { match };
};
