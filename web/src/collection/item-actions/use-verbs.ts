import { useQueryClient } from '@tanstack/react-query';
import type { Song } from '@tonearm/contract';
import { useMemo } from 'react';
import { isPlaylistGone, playlistsChanged } from '../../api/playlists.ts';
import { usePlayer } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import { dismissToast, showToast } from '../../ui/layers/toast.tsx';
import type { PlayTarget } from './play-target.ts';
import { createVerbs, type PlayableList, type PlayHow, type Verb } from './verbs.ts';

/** What a screen does with what plays. The same object as long as the player is. */
export interface PlayVerbs {
  readonly perform: (verb: Verb, targets: readonly PlayTarget[]) => void;
  /** Exchanges the queue for a list and plays it. */
  readonly play: (list: PlayableList, how?: PlayHow) => void;
  /** A click: queues a song. */
  readonly queueSong: (song: Song) => void;
  /** The second click on it: what the first one queued plays now, and stands once in the queue. */
  readonly playQueuedSong: (song: Song) => void;
}

/** The verbs on the player of the page. */
export function usePlayVerbs(): PlayVerbs {
  const { actions, store, whenRunning } = usePlayer();
  const queries = useQueryClient();
  return useMemo(() => {
    const verbs = createVerbs({
      actions,
      nextKey: () => store.getState().queue.nextKey,
      takeBack(firstKey, count) {
        const { entries } = store.getState().queue;
        const added = entries.filter(({ key }) => key >= firstKey && key < firstKey + count);
        actions.remove(new Set(added.map(({ key }) => key)));
        // Taking back is no edit of its own that could be taken back.
        actions.dismissUndo();
      },
      lastWordOn(error) {
        if (!isPlaylistGone(error)) return null;
        void playlistsChanged(queries);
        return texts.collection.playlistGone;
      },
      random: Math.random,
      showToast,
      dismissToast,
    });
    const perform: PlayVerbs['perform'] = (verb, targets) =>
      whenRunning(() => void verbs.perform(verb, targets));
    let firstKey = Number.POSITIVE_INFINITY;
    return {
      perform,
      play: (list, how) => whenRunning(() => void verbs.play(list, how)),
      queueSong: (song) =>
        whenRunning(() => {
          firstKey = store.getState().queue.nextKey;
          perform('addToQueue', [{ kind: 'songs', songs: [song] }]);
        }),
      playQueuedSong: (song) =>
        whenRunning(() => {
          const { queue, current } = store.getState();
          const entry = queue.entries.findLast(
            ({ key, song: { path } }) => key >= firstKey && path === song.path,
          );
          if (!entry) return actions.playNow([song]);
          if (entry.key === current?.key) return actions.play();
          actions.move(new Set([entry.key]), queue.entries.findIndex(({ key }) => key === current?.key) + 1);
          actions.playEntry(entry.key);
        }),
    };
  }, [actions, store, whenRunning, queries]);
}
