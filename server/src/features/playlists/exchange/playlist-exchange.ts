import { isUtf8 } from 'node:buffer';
import type { CollectionFile, CollectionLookup } from '../../../library/read/library-reading.ts';
import { AppError } from '../../../platform/app-error.ts';
import { parseVirtualPath } from '../../../platform/paths/virtual-path.ts';
import type { Turns } from '../../../platform/turns.ts';
import type { OpenedPlaylist, Playlists } from '../playlists.ts';
import { type M3u, m3uLine, m3uTitle, readM3u } from './m3u.ts';
import { isZip, unzip, type ZipFile, zipOf } from './zip.ts';

/** A music source: its name in virtual paths, and folders of the host that are it, as typed and as they are. */
export interface SourceFolders {
  readonly name: string;
  readonly folders: readonly string[];
}

/** What exchange stands on. */
export interface ExchangeDeps {
  readonly playlists: Playlists;
  readonly lookup: Pick<CollectionLookup, 'findSongFile'>;
  readonly sources: () => readonly SourceFolders[];
  readonly turns: Turns;
}

/** Takes playlists out of the server and into it, as lists of files of the host. */
export interface PlaylistExchange {
  /** An archive of all playlists of a user, as it is made. */
  take(owner: { userId: number; username: string }): AsyncIterable<Buffer>;
  /**
   * Saves lists and archives of lists, each file under its name; playlists of the same names are replaced. Songs that
   * are not in the collection are left out. Nothing is saved when anything is refused.
   * @throws AppError invalid_playlist_file, source_not_found, quota_exceeded
   */
  bring(userId: number, files: readonly ZipFile[]): Promise<void>;
}

/** What archives may unpack to together, in bytes, and how many lists one may hold. */
const limits = { files: 10_000, bytes: 64 * 1024 * 1024 };

/** Entries looked up in one turn: about a millisecond. */
const runLength = 50;

/** Entries of one stored row. */
const partLength = 1000;

/** A file name that leads nowhere when an archive is unpacked. */
const fileName = (text: string): string => text.replace(/[/\\\p{Cc}]/gu, '_');

const realPathOf = (file: CollectionFile | null): string | null =>
  file === null || !isUtf8(file.realPath) ? null : file.realPath.toString();

const refused = (sentence: string, cause?: unknown): AppError =>
  new AppError('invalid_playlist_file', sentence, { cause });

const filesIn = async ({ name, bytes }: ZipFile): Promise<readonly ZipFile[]> => {
  if (!isZip(bytes)) return [{ name, bytes }];
  try {
    return await unzip(bytes, limits);
  } catch (error) {
    throw refused('The archive cannot be read, or it holds too much.', error);
  }
};

const listIn = ({ name, bytes }: ZipFile): M3u => {
  const list = readM3u(name, bytes);
  if (list === null) throw refused('A list is not in UTF-8.');
  // PostgreSQL holds no NUL, and what lies there has to have the same names.
  const usable = list.name.replaceAll('\0', '');
  if (usable.trim() === '') throw refused('A list has no name.');
  return { ...list, name: usable };
};

/** Virtual paths that a path of the host may have: what follows the folder of a source, looked up and never opened. */
const candidates = (realPath: string, sources: readonly SourceFolders[]): string[] =>
  sources.flatMap(({ name, folders }) =>
    folders
      .map((folder) => folder.replace(/\/+$/, ''))
      .filter((folder) => realPath.startsWith(`${folder}/`))
      .map((folder) => `${name}${realPath.slice(folder.length)}`),
  );

/** Where a file of the host is in the collection; null when it lies in a source and is no song there. */
const virtualPathOf = async (
  lookup: ExchangeDeps['lookup'],
  realPath: string,
  sources: readonly SourceFolders[],
): Promise<string | null> => {
  const paths = candidates(realPath, sources);
  if (paths.length === 0) {
    throw new AppError('source_not_found', 'A list names a file that is in none of the music sources.');
  }
  for (const path of paths) {
    if (parseVirtualPath(path) === null) continue;
    const file = await lookup.findSongFile(path);
    // Names that are not UTF-8 are shown as others: the row must be of this very file.
    const below = path.slice(path.indexOf('/'));
    if (file !== null && realPathOf(file)?.endsWith(below) === true) return path;
  }
  return null;
};

const entriesOf = async (
  { lookup, turns }: ExchangeDeps,
  list: M3u,
  sources: readonly SourceFolders[],
): Promise<string[]> => {
  const entries: string[] = [];
  for (const [at, realPath] of list.paths.entries()) {
    if (at % runLength === 0) await turns();
    const path = await virtualPathOf(lookup, realPath, sources);
    if (path !== null) entries.push(path);
  }
  return entries;
};

const partsOf = (entries: readonly string[]) =>
  Array.from({ length: Math.ceil(entries.length / partLength) }, (_, at) => {
    const some = entries.slice(at * partLength, (at + 1) * partLength);
    return { count: some.length, json: Buffer.from(JSON.stringify(some)) };
  });

/** @see PlaylistExchange */
export const createPlaylistExchange = (deps: ExchangeDeps): PlaylistExchange => {
  const { playlists, lookup, turns } = deps;

  const textOf = async (name: string, opened: OpenedPlaylist): Promise<Buffer> => {
    const lines = [m3uTitle(name)];
    for (let chunk = 0; chunk < opened.chunkCount; chunk += 1) {
      for (const path of await opened.readChunk(chunk)) {
        if (lines.length % runLength === 0) await turns();
        lines.push(m3uLine(path, realPathOf(await lookup.findSongFile(path))));
      }
    }
    return Buffer.from(lines.join(''));
  };

  async function* filesOf(owner: { userId: number; username: string }): AsyncGenerator<ZipFile> {
    const taken = new Set<string>();
    for (const { name, opened } of await playlists.openAll(owner.userId, () => true)) {
      const bytes = await textOf(name, opened);
      const stem = fileName(`${owner.username}-${name}`);
      let unique = stem;
      for (let number = 2; taken.has(unique); number += 1) unique = `${stem} (${number})`;
      taken.add(unique);
      yield { name: `${unique}.m3u8`, bytes };
    }
  }

  return {
    take: (owner) => zipOf(filesOf(owner)),
    bring: async (userId, files) => {
      const sources = deps.sources();
      const found = new Map<string, readonly string[]>();
      let bytes = 0;
      for (const file of files) {
        for (const inside of await filesIn(file)) {
          bytes += inside.bytes.length;
          if (bytes > limits.bytes) throw refused('The lists hold too much together.');
          const list = listIn(inside);
          found.set(list.name, await entriesOf(deps, list, sources));
        }
      }
      const lists = Array.from(found, ([name, entries]) => ({ name, parts: partsOf(entries) }));
      await playlists.replaceAll(userId, lists);
    },
  };
};
