import { useEffect } from 'react';
import { songPrimaryLine } from '../../lib/format-song.ts';
import { texts } from '../../texts/index.ts';
import { dismissToast, showToast } from '../../ui/layers/toast-store.ts';
import type { UndoOffer } from '../core/player-state.ts';
import { undoPeriodMs } from '../core/queue-edits.ts';
import { usePlayer, usePlayerState } from './player-context.tsx';

/** What the player says wherever one is: each new track, and the offer to take an edit back. */
export function PlayerNotices() {
  const { actions } = usePlayer();
  const offer = usePlayerState((state) => state.undoOffer);
  useEffect(() => {
    if (offer === null) return;
    const id = showToast({
      message: messageOf(offer),
      durationMs: undoPeriodMs,
      action: { label: texts.player.undo, onSelect: actions.undo },
    });
    return () => dismissToast(id);
  }, [offer, actions]);
  return <TrackAnnouncement />;
}

function TrackAnnouncement() {
  const song = usePlayerState((state) => (state.isPlaying ? (state.current?.song ?? null) : null));
  return (
    <p role="status" className="visually-hidden">
      {song === null ? '' : texts.player.nowPlayingSong(songPrimaryLine(song))}
    </p>
  );
}

const messageOf = ({ kind, entryCount }: UndoOffer): string => {
  switch (kind) {
    case 'cleared':
      return texts.player.undoCleared;
    case 'removed':
      return texts.player.undoRemoved(entryCount);
    case 'shuffled':
      return texts.player.undoShuffled;
    case 'replaced':
      return texts.player.undoReplaced;
    default:
      return kind satisfies never;
  }
};
