import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deletePlaylist, fetchPlaylistEntries, isPlaylistGone, savePlaylist } from '../../api/playlists.ts';
import { isAt, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { showToast } from '../../ui/layers/toast.tsx';

/** 'Delete' of a playlist. */
export interface PlaylistActions {
  /** Deletes the playlist and goes from its screen to the list of playlists; can be undone for a while, or asks first. */
  readonly remove: () => void;
  readonly isDeleting: boolean;
  /** True while it asks first, because what is deleted now could not be brought back. */
  readonly isAsking: boolean;
  /** The answer to the question: deletes for good. */
  readonly removeForGood: () => void;
  /** The answer to the question: keeps the playlist. */
  readonly keep: () => void;
}

/** What the screen of a playlist does. Trouble becomes a message with 'Try again'. */
export function usePlaylistActions(name: string): PlaylistActions {
  const queries = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isAsking, setIsAsking] = useState(false);

  const removeFor = async (entries: readonly string[] | null) => {
    setIsDeleting(true);
    setIsAsking(false);
    try {
      await deletePlaylist(queries, name);
      if (entries === null) showToast({ message: listTexts.playlistDeleted(name) });
      else offerUndo(queries, { name, tracks: entries });
      // Whoever went elsewhere meanwhile stays there.
      if (isAt(paths.playlist(name))) navigate(paths.playlists());
    } catch {
      setIsDeleting(false);
      offerAgain(listTexts.playlistDeleteFailed(name), () => void removeFor(entries));
    }
  };
  // What is in it is read before it goes, missing songs included, so that all of it can come back.
  const remove = async () => {
    setIsDeleting(true);
    try {
      await removeFor(await fetchPlaylistEntries(name));
    } catch (error) {
      if (isPlaylistGone(error)) {
        await removeFor(null);
        return;
      }
      setIsDeleting(false);
      setIsAsking(true);
    }
  };
  return {
    remove: () => void remove(),
    isDeleting,
    isAsking,
    removeForGood: () => void removeFor(null),
    keep: () => setIsAsking(false),
  };
}

function offerUndo(queries: QueryClient, playlist: { name: string; tracks: readonly string[] }): void {
  const bringBack = () => {
    savePlaylist(queries, playlist).catch(() =>
      offerAgain(listTexts.playlistRestoreFailed(playlist.name), bringBack),
    );
  };
  showToast({
    message: listTexts.playlistDeleted(playlist.name),
    action: { label: texts.app.undo, onSelect: bringBack },
  });
}

const offerAgain = (message: string, again: () => void): void => {
  showToast({ message, action: { label: texts.app.tryAgain, onSelect: again } });
};
