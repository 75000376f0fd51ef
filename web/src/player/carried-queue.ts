import type { StoreApi } from 'zustand/vanilla';
import { ApiError } from '../api/api-error.ts';
import { fetchPlayQueue, fetchQueuePlace, savePlayQueue, saveQueuePlace } from '../api/made/play-queue.ts';
import { clientNameOf } from '../lib/format-client.ts';
import { songTitle } from '../lib/format-song.ts';
import { logProblem } from '../lib/log.ts';
import { readUserValue, writeUserValue } from '../storage/user-storage.ts';
import { playingTexts } from '../texts/playing.ts';
import { dismissToast, showToast } from '../ui/layers/toast-store.ts';
import type { PlayerActions, PlayerState } from './core/player-state.ts';
import { type CarriedMark, createQueueCarrier } from './storing/queue-carrier.ts';

/** What it needs of a player. */
export interface CarriedPlayer {
  readonly username: string;
  readonly store: StoreApi<PlayerState>;
  readonly actions: Pick<PlayerActions, 'replaceQueue'>;
  /** Whether anything has played since the page was opened. */
  readonly hasPlayed: () => boolean;
}

/** The offer stays long enough to be read by whoever does something else first. */
const offerMs = 60_000;

const isMark = (value: unknown): value is CarriedMark =>
  typeof value === 'object' &&
  value !== null &&
  'revision' in value &&
  'changedAtMs' in value &&
  typeof value.revision === 'number' &&
  typeof value.changedAtMs === 'number' &&
  'print' in value &&
  typeof value.print === 'string';

const readMark = (username: string): CarriedMark | null => {
  const value = readUserValue(username, 'carriedQueue');
  return isMark(value) ? value : null;
};

const ownName = (): string => {
  const name = clientNameOf(navigator.userAgent);
  return (typeof name === 'string' ? name : playingTexts.browserOn(name.browser, name.system)).slice(0, 200);
};

/** Offers to go on where the user stopped on another device, when that was later than here. */
const offerOther = async ({ username, store, actions, hasPlayed }: CarriedPlayer): Promise<void> => {
  const mark = readMark(username);
  const other = await fetchQueuePlace();
  if (other === null || other.current === null || other.changed_at_ms <= (mark?.changedAtMs ?? 0)) return;
  // Who has begun to play here is not asked, also not in a pause.
  if (hasPlayed()) return;
  const takeUp = async (): Promise<void> => {
    const queue = await fetchPlayQueue();
    if (queue === null) return;
    actions.replaceQueue({
      name: '',
      songs: queue.songs,
      startIndex: queue.current_index,
      startSeconds: queue.position_ms / 1000,
    });
  };
  const offer = showToast({
    message: playingTexts.stoppedOn(songTitle(other.current), other.changed_by),
    action: {
      label: playingTexts.continueHere,
      onSelect: () => {
        takeUp().catch((cause: unknown) => {
          logProblem('The queue of another device could not be had', cause);
          showToast({ message: playingTexts.notContinued });
        });
      },
    },
    topic: 'other device',
    durationMs: offerMs,
  });
  const stop = store.subscribe(({ isPlaying }) => {
    if (!isPlaying) return;
    stop();
    dismissToast(offer);
  });
};

/**
 * Carries the queue of a player from device to device: offers that of another one once, and saves this one's as it
 * changes.
 * @returns ends it
 */
export const carryQueue = (
  player: CarriedPlayer,
  later: (callback: () => void, delayMs: number) => () => void,
): (() => void) => {
  const { username, store } = player;
  const placed = ({ revision, changed_at_ms }: { revision: number; changed_at_ms: number }) => ({
    revision,
    changedAtMs: changed_at_ms,
  });
  const changedBy = ownName();
  const carrier = createQueueCarrier({
    store,
    saveQueue: async (paths, place) => placed(await savePlayQueue(paths, { ...place, changedBy })),
    savePlace: async (revision, place) => {
      try {
        return placed(await saveQueuePlace(revision, { ...place, changedBy }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'queue_changed') return null;
        throw error;
      }
    },
    readMark: () => readMark(username),
    writeMark: (mark) => void writeUserValue(username, 'carriedQueue', mark),
    nowMs: Date.now,
    later,
  });
  const leaving = new AbortController();
  window.addEventListener('pagehide', carrier.flush, { signal: leaving.signal });
  offerOther(player).catch((cause: unknown) => {
    // A server that is away is told of elsewhere.
    if (!(cause instanceof ApiError)) logProblem('Other devices could not be asked for', cause);
  });
  return () => {
    leaving.abort();
    carrier.dispose();
  };
};
