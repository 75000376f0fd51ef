import { mostEditedEntries, type PlaylistEdit } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import { applyEdit } from './apply-edit.ts';
import type { PlaylistPart, SavedContent, SavedPlaylist } from './playlist-saving.ts';
import { chunkLength, type OpenedPlaylist, type Playlists } from './playlists.ts';

/** Whose playlist, and which. */
interface Named {
  readonly userId: number;
  readonly name: string;
}

/** What is added, and what becomes of songs that are in the playlist already. */
interface Addition {
  readonly tracks: readonly string[];
  readonly repeats: 'ask' | 'skip' | 'add';
}

/** Edits of playlists by their entries. Nobody's edit is lost: who comes second is told, or comes after. */
export interface PlaylistEdits {
  /** @throws AppError playlist_not_found, playlist_too_long */
  read(playlist: Named): Promise<{ readonly revision: number; readonly tracks: readonly string[] }>;
  /**
   * @returns the new revision
   * @throws AppError playlist_not_found, playlist_changed, playlist_too_long, quota_exceeded
   */
  edit(playlist: Named, change: { revision: number; edit: PlaylistEdit }): Promise<number>;
  /**
   * Adds at the end, whatever others do meanwhile; makes the playlist if need be.
   * @returns how many were added, and how many of the songs were in it before
   * @throws AppError playlist_changed, playlist_too_long, quota_exceeded
   */
  add(playlist: Named, addition: Addition): Promise<{ added: number; already: number }>;
}

/** Rows of a playlist that is not too long to be edited: all of them are read with what it is. */
const mostEditedChunks = mostEditedEntries / chunkLength;

/** How often adding begins anew when others save the same playlist meanwhile. */
const mostAttempts = 5;

const changed = (): AppError =>
  new AppError('playlist_changed', 'This playlist was changed meanwhile. Nothing was done.');

const isChanged = (error: unknown): boolean => error instanceof AppError && error.code === 'playlist_changed';

/** @see PlaylistEdits */
export const createPlaylistEdits = (
  playlists: Pick<Playlists, 'openToRead' | 'findToRead'> & {
    replace(playlist: SavedPlaylist): Promise<Pick<SavedContent, 'contentId'>>;
  },
): PlaylistEdits => {
  // In one go: songs that move rewrite entries in place, and must not do so between two of its rows.
  const tracksOf = async (opened: OpenedPlaylist): Promise<readonly string[]> => {
    if (opened.chunkCount > mostEditedChunks) {
      throw new AppError('playlist_too_long', 'This playlist is too long to be edited entry by entry.');
    }
    return opened.readAll();
  };

  const addOnce = async (playlist: Named, { tracks, repeats }: Addition) => {
    const opened = await playlists.findToRead(playlist, mostEditedChunks);
    const before = opened === null ? [] : await tracksOf(opened);
    const known = new Set(before);
    const already = tracks.filter((path) => known.has(path)).length;
    if (repeats === 'ask' && already > 0) return { added: 0, already };
    const added = repeats === 'skip' ? [...new Set(tracks)].filter((path) => !known.has(path)) : tracks;
    if (added.length > 0) {
      const expectedContentId = opened?.contentId ?? null;
      await playlists.replace({ ...playlist, expectedContentId, parts: partsOf([...before, ...added]) });
    }
    return { added: added.length, already };
  };

  return {
    read: async ({ userId, name }) => {
      const opened = await playlists.openToRead({ userId, name }, mostEditedChunks);
      return { revision: opened.contentId, tracks: await tracksOf(opened) };
    },
    edit: async (playlist, { revision, edit }) => {
      const opened = await playlists.openToRead(playlist, mostEditedChunks);
      if (opened.contentId !== revision) throw changed();
      const after = applyEdit(await tracksOf(opened), edit);
      if (after === null) throw changed();
      const parts = partsOf(after);
      return (await playlists.replace({ ...playlist, expectedContentId: revision, parts })).contentId;
    },
    add: async (playlist, addition) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await addOnce(playlist, addition);
        } catch (error) {
          if (attempt === mostAttempts || !isChanged(error)) throw error;
        }
      }
    },
  };
};

/** Entries as they are saved. */
export async function* partsOf(tracks: readonly string[]): AsyncGenerator<PlaylistPart> {
  for (let at = 0; at < tracks.length; at += chunkLength) {
    const part = tracks.slice(at, at + chunkLength);
    yield { count: part.length, json: Buffer.from(JSON.stringify(part)) };
  }
}
