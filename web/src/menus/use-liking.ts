import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { type Liked, type Liking, likingsOf } from '../api/made/annotations.ts';
import { likeTexts } from '../texts/likes.ts';
import { showToast } from '../ui/layers/toast-store.ts';

/** What somebody likes of one thing, and how it changes. */
export interface LikingControl {
  /** Undefined until it is known. */
  readonly liking: Liking | undefined;
  readonly isStarred: boolean;
  readonly toggle: () => void;
  /** @param rating 1 to 5; 0 takes it away */
  readonly rate: (rating: number) => void;
}

/** A song, an album or an artist that is shown, or nothing. Changes show at once, and are taken back where they fail. */
export function useLiking(liked: Liked | null): LikingControl {
  const likings = likingsOf(useQueryClient());
  const { kind = 'song', name = '' } = liked ?? {};
  const liking = useSyncExternalStore(likings.subscribe, () => likings.get({ kind, name }));
  useEffect(() => {
    return name === '' ? undefined : likings.want({ kind, name });
  }, [likings, kind, name]);
  const change = useCallback(
    (to: { isStarred: boolean } | { rating: number }) => {
      if (name === '') return;
      likings.change({ kind, name }, to).catch(() => showToast({ message: likeTexts.failed, topic: 'like' }));
    },
    [likings, kind, name],
  );
  const isStarred = (liking?.starred_at_ms ?? null) !== null;
  return {
    liking,
    isStarred,
    toggle: () => change({ isStarred: !isStarred }),
    rate: (rating) => change({ rating }),
  };
}
