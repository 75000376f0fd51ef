import { songPrimaryLine } from '../lib/format-song.ts';
import { texts } from '../texts/index.ts';
import type { PlaybackFault } from './player-state.ts';
import type { QueueEntry } from './queue.ts';

/** At most one notification in this time. */
const notificationPeriodMs = 5000;

interface NotifierDeps {
  /** Shows a desktop notification; false when the person has not allowed any. */
  notify: (title: string, body: string) => boolean;
  /** Says it inside the page instead. */
  tell: (sentence: string) => void;
  nowMs: () => number;
}

/** Tells why tracks were skipped: each as one sentence, at most one in five seconds. */
export const createPlaybackNotifier = (deps: NotifierDeps) => {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (entry: QueueEntry, fault: PlaybackFault): void => {
    if (deps.nowMs() - toldAtMs < notificationPeriodMs) return;
    toldAtMs = deps.nowMs();
    const sentence = sentenceOf(fault, songPrimaryLine(entry.song));
    if (!deps.notify(texts.player.playbackError, sentence)) deps.tell(sentence);
  };
};

const sentenceOf = (fault: PlaybackFault, track: string): string => {
  switch (fault) {
    case 'network':
      return texts.player.networkError(track);
    case 'decode':
      return texts.player.decodingError(track);
    case 'unsuitable':
      return texts.player.unsuitableError(track);
    default:
      return fault satisfies never;
  }
};
