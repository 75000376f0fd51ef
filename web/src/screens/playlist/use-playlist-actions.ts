import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchPlaylistSongs } from '../../api/collection.ts';
import { deletePlaylist, savePlaylist } from '../../api/playlists.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { usePlayerActions } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import { showToast } from '../../ui/toast.tsx';

/** How long a deleted playlist can be brought back. */
const undoMs = 10_000;

/** 'Play' and 'Delete' of a playlist. */
export interface PlaylistActions {
  /** Exchanges the queue for the playlist and plays it. */
  readonly play: () => void;
  /** Deletes the playlist and goes to the list of playlists; can be undone for a while. */
  readonly remove: () => void;
  readonly isDeleting: boolean;
}

/** What the screen of a playlist does. Trouble becomes a message with 'Try again'. */
export function usePlaylistActions(name: string): PlaylistActions {
  const queries = useQueryClient();
  const { replaceQueue } = usePlayerActions();
  const [isDeleting, setIsDeleting] = useState(false);

  const play = () => {
    fetchPlaylistSongs(name)
      .then((songs) => replaceQueue({ name, songs }))
      .catch(() => offerAgain(texts.collection.gatherFailed, play));
  };
  const remove = () => {
    setIsDeleting(true);
    removeWithUndo(queries, name)
      .then(() => navigate(paths.playlists()))
      .catch(() => {
        setIsDeleting(false);
        offerAgain(texts.collection.playlistDeleteFailed(name), remove);
      });
  };
  return { play, remove, isDeleting };
}

/** Reads what is in the playlist before it goes, so that it can come back. */
async function removeWithUndo(queries: QueryClient, name: string): Promise<void> {
  const songs = await fetchPlaylistSongs(name);
  await deletePlaylist(queries, name);
  const tracks = songs.map((song) => song.path);
  const bringBack = () => {
    savePlaylist(queries, { name, tracks }).catch(() =>
      offerAgain(texts.collection.playlistRestoreFailed(name), bringBack),
    );
  };
  showToast({
    message: texts.collection.playlistDeleted(name),
    action: { label: texts.app.undo, onSelect: bringBack },
    durationMs: undoMs,
  });
}

const offerAgain = (message: string, again: () => void): void => {
  showToast({ message, action: { label: texts.app.tryAgain, onSelect: again } });
};
