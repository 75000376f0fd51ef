import { songPrimaryLine } from '../../lib/format-song.ts';
import { playingTexts } from '../../texts/playing.ts';
import type { FaultReason } from '../core/player-state.ts';
import type { QueueEntry } from '../core/queue.ts';

/** At most one notification in this time. */
const notificationPeriodMs = 5000;

interface NotifierDeps {
  /** Shows a desktop notification; false when the person has not allowed any. */
  notify: (title: string, body: string) => boolean;
  /** Says it inside the page instead. */
  tell: (sentence: string) => void;
  nowMs: () => number;
}

/** Tells why tracks were skipped, at most once in five seconds. */
export const createPlaybackNotifier = (deps: NotifierDeps) => {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (entry: QueueEntry, reason: FaultReason): void => {
    if (deps.nowMs() - toldAtMs < notificationPeriodMs) return;
    toldAtMs = deps.nowMs();
    const sentence = sentenceOf(reason, songPrimaryLine(entry.song));
    if (!deps.notify(playingTexts.playbackError, sentence)) deps.tell(sentence);
  };
};

const sentenceOf = (reason: FaultReason, track: string): string => {
  switch (reason) {
    case 'network':
      return playingTexts.networkError(track);
    case 'decode':
      return playingTexts.decodingError(track);
    case 'unsuitable':
    case 'unconvertible':
      return playingTexts.unsuitableError(track);
    case 'gone':
      return `${playingTexts.unsuitableError(track)} ${playingTexts.fileGone}`;
    default:
      return reason satisfies never;
  }
};
