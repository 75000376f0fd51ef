import { createPlaceOf } from '../../../../library/model/sort-text.ts';
import type { FolderFacts, OpenedFolder } from '../../../../library/read/apps/app-reading.ts';
import type { CallOf } from '../../call.ts';
import { wireId } from '../../ids.ts';
import { notFound } from '../../protocol-error.ts';
import { type Node, nodesOf, type Run } from '../../wire/tree.ts';
import type { Albums } from './albums.ts';
import { item } from './asked-items.ts';
import type { BrowsingDeps } from './browsing-deps.ts';
import { keepingLetters, lettered } from './letters.ts';

/** What is in a folder; albums and artists are opened as if they were folders. */
export const createFolders = ({ apps, shaping, folderNamed }: BrowsingDeps) => {
  const folderNode = async (userId: number, folder: OpenedFolder): Promise<Node> => {
    const { mark, folders, songs } = await shaping.together(userId, {
      mark: shaping.folderMark(folder),
      folders: shaping.folders(folder.folders),
      songs: shaping.songs(folder.songs),
    });
    return {
      id: wireId('folder', folder.id),
      parent: folder.parentId === null ? undefined : wireId('folder', folder.parentId),
      name: folder.name,
      starred: mark?.starredAtMs == null ? undefined : new Date(mark.starredAtMs).toISOString(),
      userRating: mark?.rating ?? undefined,
      averageRating: mark?.averageRating,
      playCount: mark === undefined || mark.plays === 0 ? undefined : mark.plays,
      child: [...folders, ...nodesOf(songs)],
    };
  };
  const byNumber = async (id: string): Promise<OpenedFolder | null> => {
    const name = /^\d{1,9}$/.test(id) ? folderNamed(Number(id)) : undefined;
    return name === undefined ? null : apps.folderAt(name);
  };
  return async (
    userId: number,
    text: string,
    { album, artistNode }: { album: Albums; artistNode: (userId: number, id: string) => Promise<Node> },
  ): Promise<Node> => {
    const numbered = await byNumber(text);
    if (numbered !== null) return folderNode(userId, numbered);
    const wanted = item(text);
    if (wanted.kind === 'folder') {
      const folder = await apps.folder(wanted.id);
      if (folder === null) throw notFound('folder');
      return folderNode(userId, folder);
    }
    if (wanted.kind === 'album') {
      const node = await album(userId, wanted);
      const { starred, userRating, averageRating, playCount } = node;
      const own = { starred, userRating, averageRating, playCount };
      return { id: text, parent: node['artistId'], name: node['name'], ...own, child: node['song'] };
    }
    if (wanted.kind !== 'artist') throw notFound('folder');
    const artist = await artistNode(userId, wanted.id);
    const albums = nodesOf(artist['album'] as Run);
    const child = albums.map((node) => ({ ...node, parent: text, isDir: true, title: node['name'] }));
    return { id: text, name: artist['name'], child };
  };
};

/** Folders by letter, as artists are. */
const createFolderLetters = (ignoredArticles: () => string) => {
  const lettersFor = (articles: string) => {
    const placeOf = createPlaceOf(articles);
    const lettersOf = keepingLetters(({ name }: FolderFacts): string => placeOf(name, null).letter);
    return { articles, lettersOf };
  };
  let known: ReturnType<typeof lettersFor> | null = null;
  return (folders: readonly FolderFacts[]): readonly [string, FolderFacts[]][] => {
    const articles = ignoredArticles();
    known = known?.articles === articles ? known : lettersFor(articles);
    return known.lettersOf(folders);
  };
};

/** Folders of the top level by letter, as artists are. */
export const createIndexes = ({ apps, shaping, sourceOf, ignoredArticles }: BrowsingDeps) => {
  const lettersOf = createFolderLetters(ignoredArticles);
  return async ({ caller, parameters }: CallOf<'getIndexes'>): Promise<Node> => {
    const source = sourceOf(parameters.musicFolderId);
    const lastModified = await apps.changedAtMs();
    const head = { lastModified, ignoredArticles: ignoredArticles(), shortcut: [] };
    if (parameters.ifModifiedSince !== undefined && parameters.ifModifiedSince >= lastModified)
      return { indexes: head };
    const { folders, songs } = await apps.topLevel(source);
    const letters = lettersOf(folders);
    const groups = letters.map(([, entries]) => entries);
    const { index, child } = await shaping.together(caller.userId, {
      index: shaping.folderArtists.inGroups(groups),
      child: shaping.songs(songs),
    });
    return { indexes: { ...head, index: lettered(letters, index), child } };
  };
};
