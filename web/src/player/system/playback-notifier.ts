import { songPrimaryLine } from '../../lib/format-song.ts';
import { texts } from '../../texts/index.ts';
import type { PlaybackFault } from '../core/player-state.ts';
import type { QueueEntry } from '../core/queue.ts';

/** At most one notification in this time. */
const notificationPeriodMs = 5000;

interface NotifierDeps {
  /** Shows a desktop notification; false when the person has not allowed any. */
  notify: (title: string, body: string) => boolean;
  /** Says it inside the page instead. */
  tell: (sentence: string) => void;
  nowMs: () => number;
  /** What the server answers now when asked for the sound of a song: a status, or null for nothing. */
  statusOf: (path: string) => Promise<number | null>;
}

/** What a server answers that does not have the file any more. */
const goneStatuses: readonly number[] = [404, 410];

/**
 * Tells why tracks were skipped, at most once in five seconds. Browsers say "not suitable" of everything
 * that is no sound, also of an error the server answered, so the server is asked what it was: its trouble
 * is one of the network, and a file that is gone is said to be gone.
 */
export const createPlaybackNotifier = (deps: NotifierDeps) => {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (entry: QueueEntry, fault: PlaybackFault): void => {
    if (deps.nowMs() - toldAtMs < notificationPeriodMs) return;
    toldAtMs = deps.nowMs();
    const track = songPrimaryLine(entry.song);
    const say = (sentence: string): void => {
      if (!deps.notify(texts.player.playbackError, sentence)) deps.tell(sentence);
    };
    if (fault !== 'unsuitable') say(sentenceOf(fault, track));
    else void deps.statusOf(entry.song.path).then((status) => say(unsuitableSentence(track, status)));
  };
};

const unsuitableSentence = (track: string, status: number | null): string => {
  if (status === null || status >= 500) return sentenceOf('network', track);
  const sentence = sentenceOf('unsuitable', track);
  return goneStatuses.includes(status) ? `${sentence} ${texts.player.fileGone}` : sentence;
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
