import type Database from 'better-sqlite3';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { createRemembered } from '../../platform/remembered.ts';
import { type Field, fields, listOf } from './posting-list.ts';
import { createPostingWriter } from './posting-writer-store.ts';
import type { DirectoryDocument, SearchIndexWriter, SongDocument } from './search-index.ts';
import { type IndexedText, indexedText } from './search-words.ts';
import { createWordIds } from './word-ids-store.ts';

/** How many texts' words are remembered: an album's songs share theirs, but for titles and names of files. */
const rememberedTexts = 1_000;

const fileStem = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
};

/** The text a song is first known by. */
const titleOf = (song: SongDocument): string =>
  song.title === null || song.title.trim() === '' ? fileStem(song.name) : song.title;

const encodeLists = (lists: Float64Array): Buffer => {
  const data = Buffer.allocUnsafe(lists.length * 5);
  let length = 0;
  let previous = 0;
  for (let at = 0; at < lists.length; at += 1) {
    const list = lists[at] ?? 0;
    let gap = list - previous;
    previous = list;
    for (; gap >= 0x80; gap = Math.floor(gap / 0x80)) {
      data[length] = (gap % 0x80) | 0x80;
      length += 1;
    }
    data[length] = gap;
    length += 1;
  }
  return data.subarray(0, length);
};

const decodeLists = (data: Uint8Array): number[] => {
  const lists: number[] = [];
  let list = 0;
  let factor = 1;
  for (const byte of data) {
    list += (byte & 0x7f) * factor;
    if (byte >= 0x80) {
      factor *= 0x80;
    } else {
      lists.push(list);
      factor = 1;
    }
  }
  return lists;
};

/** What the index knows of a text, by numbers of words. */
interface TextLists extends Omit<IndexedText<number>, 'wordCount'> {
  readonly wordCount: number;
}

/** Up to so many lists are put in order by hand: what a song has, mostly. */
const fewLists = 128;

const sortFew = (lists: Float64Array): void => {
  for (let at = 1; at < lists.length; at += 1) {
    const list = lists[at] ?? 0;
    let to = at;
    for (; to > 0 && (lists[to - 1] ?? 0) > list; to -= 1) lists[to] = lists[to - 1] ?? 0;
    lists[to] = list;
  }
};

/** Gathers the lists of one document after another. */
const createListsInOrder = () => {
  let gathered = new Float64Array(1024);
  let length = 0;
  const add = (field: Field, word: number): void => {
    if (length === gathered.length) {
      const longer = new Float64Array(length * 2);
      longer.set(gathered);
      gathered = longer;
    }
    gathered[length] = listOf(word, field);
    length += 1;
  };
  return {
    add,
    addAll: (field: Field, words: readonly number[]): void => {
      for (const word of words) add(field, word);
    },
    /** Ascending, each once; good until the next document. */
    take: (): Float64Array => {
      const all = gathered.subarray(0, length);
      length = 0;
      if (all.length <= fewLists) sortFew(all);
      else all.sort();
      let kept = 0;
      for (const list of all) {
        if (kept > 0 && list === all[kept - 1]) continue;
        all[kept] = list;
        kept += 1;
      }
      return all.subarray(0, kept);
    },
  };
};

/** The lists each document of one kind is in, as they are stored. */
interface DocumentLists {
  find(id: number): Buffer | undefined;
  put(id: number, lists: Buffer): void;
  remove(id: number): void;
  forget(): void;
}

const createDocumentLists = (
  raw: Database.Database,
  table: 'search_songs' | 'search_directories',
): DocumentLists => {
  const find = raw.prepare<[number], Buffer>(`SELECT lists FROM ${table} WHERE id = ?`).pluck();
  const last = raw.prepare<[], number>(`SELECT ifnull(max(id), 0) FROM ${table}`).pluck();
  const put = raw.prepare<[number, Buffer]>(
    `INSERT INTO ${table} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET lists = excluded.lists`,
  );
  const remove = raw.prepare<[number]>(`DELETE FROM ${table} WHERE id = ?`);
  // In a first scan every document is new, and its id greater than any: nothing to look for.
  let greatest: number | null = null;
  return {
    find: (id) => {
      greatest ??= last.get() ?? 0;
      return id > greatest ? undefined : find.get(id);
    },
    put: (id, lists) => {
      put.run(id, lists);
      if (greatest !== null && id > greatest) greatest = id;
    },
    remove: (id) => {
      remove.run(id);
    },
    forget: () => {
      greatest = null;
    },
  };
};

/** The lists that documents belong in. */
const createListsOfDocuments = (raw: Database.Database) => {
  const wordIds = createWordIds(raw);
  const remembered = createRemembered<TextLists>(rememberedTexts);

  const ownListsOf = (text: string): TextLists => {
    const found = indexedText(text, wordIds.partsOf);
    return { ...found, wordCount: wordIds.idOf(String(found.wordCount)) };
  };
  const listsOf = (text: string): TextLists => remembered.of(text, () => ownListsOf(text));
  const lists = createListsInOrder();

  const songLists = (song: SongDocument): Float64Array => {
    const title = ownListsOf(titleOf(song));
    const file = ownListsOf(song.name);
    const folder = listsOf(song.folderPath);
    lists.addAll(fields.name, title.words);
    lists.addAll(fields.name, file.words);
    for (const text of song.texts) lists.addAll(fields.album, listsOf(text).words);
    lists.addAll(fields.folder, folder.words);
    lists.addAll(fields.titleStart, title.start);
    lists.add(fields.titleLength, title.wordCount);
    lists.add(fields.fileStart, file.firstPart);
    lists.add(fields.folderEnd, folder.lastPart);
    return lists.take();
  };

  const directoryLists = ({ virtualPath }: DirectoryDocument): Float64Array => {
    const path = splitLast(virtualPath);
    const name = listsOf(path.name);
    lists.addAll(fields.directoryPath, listsOf(virtualPath).words);
    lists.addAll(fields.directoryParent, listsOf(path.folder).words);
    lists.addAll(fields.directoryName, name.words);
    lists.addAll(fields.directoryNameStart, name.start);
    lists.add(fields.directoryNameLength, name.wordCount);
    return lists.take();
  };

  return {
    songLists,
    directoryLists,
    forget: (): void => {
      remembered.forget();
      wordIds.forget();
    },
  };
};

/** Writes the search tables of `library.db`, see {@link SearchIndexWriter}. */
export const createSearchIndex = (raw: Database.Database): SearchIndexWriter => {
  const { songLists, directoryLists, forget: forgetWords } = createListsOfDocuments(raw);
  const postings = createPostingWriter(raw);
  const songs = createDocumentLists(raw, 'search_songs');
  const directories = createDocumentLists(raw, 'search_directories');

  const put = (documents: DocumentLists, id: number, lists: Float64Array): void => {
    const old = documents.find(id);
    const encoded = encodeLists(lists);
    if (old?.equals(encoded) === true) return;
    documents.put(id, encoded);
    if (old === undefined) {
      for (let at = 0; at < lists.length; at += 1) postings.add(lists[at] ?? 0, id);
      return;
    }
    const before = new Set(decodeLists(old));
    for (const list of lists) if (!before.delete(list)) postings.add(list, id);
    for (const list of before) postings.remove(list, id);
  };

  const remove = (documents: DocumentLists, id: number): void => {
    const old = documents.find(id);
    if (old === undefined) return;
    for (const list of decodeLists(old)) postings.remove(list, id);
    documents.remove(id);
  };

  const forget = (): void => {
    forgetWords();
    songs.forget();
    directories.forget();
  };

  return {
    putSong: (songId, document) => put(songs, songId, songLists(document)),
    removeSong: (songId) => remove(songs, songId),
    putDirectory: (directoryId, document) => put(directories, directoryId, directoryLists(document)),
    removeDirectory: (directoryId) => remove(directories, directoryId),
    flush: postings.flush,
    discard: () => {
      postings.discard();
      forget();
    },
    settle: () => {
      postings.flush();
      forget();
    },
  };
};
