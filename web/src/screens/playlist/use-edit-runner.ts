import { useQueryClient } from '@tanstack/react-query';
import type { PlaylistEdit } from '@tonearm/contract';
import { useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { editPlaylist, playlistStateQuery } from '../../api/playlist-edits.ts';
import { playlistChanged } from '../../api/playlists.ts';
import { listTexts } from '../../texts/lists.ts';
import { showToast } from '../../ui/layers/toast-store.ts';

/** Makes edits of a playlist, one at a time. */
export interface EditRunner {
  /** Whether an edit is under way: until the list shows what came of it, places mean something else. */
  readonly isBusy: () => boolean;
  /** Runs a function when the list shows what came of the edit under way. */
  readonly afterwards: (act: () => void) => void;
  /** @param revision of what it is an edit; the newest one unless told */
  readonly perform: (edit: PlaylistEdit, revision?: number, onDone?: () => void) => void;
}

/** Tells people when somebody else changed the playlist meanwhile; the list then shows what it is now. */
export function useEditRunner(name: string): EditRunner {
  const queries = useQueryClient();
  const running = useRef<Promise<void> | null>(null);
  const newest = async () =>
    (await queries.fetchQuery({ ...playlistStateQuery(name), staleTime: 0 })).revision;

  const run = async (edit: PlaylistEdit, revision: number | undefined, onDone?: () => void) => {
    try {
      await editPlaylist(name, { revision: revision ?? (await newest()), edit });
      await playlistChanged(queries, name);
      onDone?.();
    } catch (error) {
      const isChanged = error instanceof ApiError && error.code === 'playlist_changed';
      showToast({ message: isChanged ? listTexts.changedElsewhere : listTexts.notEdited, topic: 'playlist' });
      await playlistChanged(queries, name);
    }
  };
  return {
    isBusy: () => running.current !== null,
    afterwards: (act) => void running.current?.then(rendered).then(act),
    perform(edit, revision, onDone) {
      const done = run(edit, revision, onDone).finally(() => {
        if (running.current === done) running.current = null;
      });
      running.current = done;
    },
  };
}

const rendered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
