import { useEffect, useState } from 'react';
import { songPrimaryLine } from '../../lib/format-song.ts';
import { texts } from '../../texts/index.ts';
import { playingTexts } from '../../texts/playing.ts';
import { dismissToast, showToast } from '../../ui/layers/toast-store.ts';
import type { UndoOffer } from '../core/player-state.ts';
import { undoPeriodMs } from '../core/queue-undo.ts';
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
      topic: 'queue',
      action: { label: texts.player.undo, onSelect: actions.undo },
    });
    return () => dismissToast(id);
  }, [offer, actions]);
  const isBlocked = usePlayerState((state) => state.isBlocked);
  useEffect(() => {
    if (!isBlocked) return;
    const id = showToast({
      message: playingTexts.isBlocked,
      topic: 'blocked',
      action: { label: texts.player.play, onSelect: actions.play },
    });
    return () => dismissToast(id);
  }, [isBlocked, actions]);
  return (
    <>
      <TrackAnnouncement />
      <ModeAnnouncement />
    </>
  );
}

function TrackAnnouncement() {
  const song = usePlayerState((state) => (state.isPlaying ? (state.current?.song ?? null) : null));
  const waitsForServer = usePlayerState((state) => state.waitsForServer);
  return (
    <p role="status" className="visually-hidden">
      {song === null || waitsForServer ? '' : texts.player.nowPlayingSong(songPrimaryLine(song))}
      {waitsForServer && texts.player.waitsForServer}
    </p>
  );
}

/** The keyboard turns the switches wherever one is: what became of them is read out. */
function ModeAnnouncement() {
  const { shown } = usePlayer();
  const [sentence, setSentence] = useState('');
  useEffect(
    () =>
      shown.subscribe((state, before) => {
        if (before.isRestoring) return;
        if (state.isShuffled !== before.isShuffled) {
          setSentence(state.isShuffled ? texts.player.shuffleIsOn : texts.player.shuffleIsOff);
        } else if (state.repeat !== before.repeat) {
          setSentence(texts.player.repeatModes[state.repeat]);
        }
      }),
    [shown],
  );
  return (
    <p role="status" className="visually-hidden">
      {sentence}
    </p>
  );
}

const messageOf = ({ kind, entryCount }: UndoOffer): string => {
  switch (kind) {
    case 'cleared':
      return playingTexts.undoCleared;
    case 'removed':
      return playingTexts.undoRemoved(entryCount);
    case 'shuffled':
      return playingTexts.undoShuffled;
    case 'replaced':
      return playingTexts.undoReplaced;
    default:
      return kind satisfies never;
  }
};
