import type { FaultReason } from '../player-state.ts';
import { indexOfKey, type QueueEntry } from '../queue.ts';
import { createServerWait } from '../server-wait.ts';
import { createSkipping } from '../skipping.ts';
import type { TransportParts } from './transport-parts.ts';

/** How an entry becomes current. */
export interface ChooseHow {
  readonly startSeconds?: number;
  readonly shouldPlay?: boolean;
  /** The random walk went back to it. */
  readonly isBack?: boolean;
}

/** How tracks become current and cease to be, with what is skipped and waited for on the way. */
export interface CurrentTrack {
  choose(entry: QueueEntry, how?: ChooseHow): void;
  stop(): void;
  readonly skipping: ReturnType<typeof createSkipping>;
  readonly wait: ReturnType<typeof createServerWait>;
}

/** The state of a track that has just become current; the engine is told elsewhere. */
export const arrive = (
  parts: TransportParts,
  entry: QueueEntry,
  how: ChooseHow & { isWaiting?: boolean },
) => {
  const { held, report, store, upcoming, walk } = parts;
  const { shouldPlay = true, startSeconds = 0, isWaiting = false } = how;
  upcoming.cancelForesight();
  if (how.isBack) walk.moveBackTo(entry.key);
  else walk.moveTo(entry.key);
  report.begin();
  held.hasSounded = false;
  held.needsLoading = isWaiting;
  store.setState({
    current: entry,
    isPlaying: shouldPlay,
    isBuffering: shouldPlay,
    elapsedSeconds: startSeconds,
    durationSeconds: entry.song.duration ?? 0,
    bufferedSeconds: startSeconds,
  });
  if (shouldPlay && !isWaiting) report.started();
};

/** The current track once more, where it stands. */
const loadAgain = (
  { engine, held, report, sources, store, upcoming }: TransportParts,
  { shouldPlay } = { shouldPlay: true },
): void => {
  const { current, elapsedSeconds } = store.getState();
  if (current === null) return;
  upcoming.take();
  held.placed = { entry: current, source: sources.of(current) };
  engine.load(held.placed.source, { startSeconds: elapsedSeconds, shouldPlay });
  held.needsLoading = false;
  store.setState({ isBuffering: shouldPlay });
  if (shouldPlay) report.started();
  upcoming.refresh();
};

/** An entry becomes current in silence, and is loaded once it is known in which form. */
const chooseLater = (parts: TransportParts, entry: QueueEntry, how: ChooseHow): void => {
  const { engine, held, sources, store, upcoming } = parts;
  upcoming.take();
  engine.unload();
  arrive(parts, entry, { ...how, isWaiting: true });
  void sources.decided().then(() => {
    const { current, isPlaying } = store.getState();
    if (current === entry && held.needsLoading) loadAgain(parts, { shouldPlay: isPlaying });
  });
};

/** Nothing is current until an entry is chosen. */
export const createCurrentTrack = (parts: TransportParts): CurrentTrack => {
  const { engine, held, sources, store, upcoming } = parts;

  const choose = (entry: QueueEntry, how: ChooseHow = {}): void => {
    const { shouldPlay = true, startSeconds = 0 } = how;
    skipping.cancel();
    if (!shouldPlay) wait.settle();
    else if (wait.hasToWait()) {
      upcoming.take();
      engine.unload();
      arrive(parts, entry, { ...how, isWaiting: true });
      wait.ask();
      return;
    }
    if (sources.isUndecided(entry.song)) {
      chooseLater(parts, entry, how);
      return;
    }
    const following = upcoming.take();
    const source = following?.entry === entry ? following.source : sources.of(entry);
    held.placed = { entry, source };
    // The sound first: whoever is told of the state takes milliseconds. What the engine says of the new
    // source meanwhile is in that state already.
    held.needsLoading = true;
    engine.load(source, { startSeconds, shouldPlay });
    arrive(parts, entry, how);
    upcoming.refresh();
  };

  const stop = (): void => {
    held.needsLoading = true;
    skipping.stopped();
    store.setState({ isPlaying: false, isBuffering: false });
    // What left the queue is over with its end: playing goes on with what is queued then.
    const { queue, current } = store.getState();
    if (current === null || indexOfKey(queue, current.key) >= 0) return;
    engine.unload();
    store.setState({ current: null, elapsedSeconds: 0, durationSeconds: 0, bufferedSeconds: 0 });
  };

  const skipping = createSkipping({ ...parts, choose, stop });
  /** The current track cannot be played as it is: then in another form, or not at all. */
  const giveUp = (fault: FaultReason): void => {
    const { current } = store.getState();
    const reason = current && sources.giveUp(current.song, fault);
    if (reason === null) loadAgain(parts);
    else skipping.skip(reason);
  };
  const wait = createServerWait({
    ...parts,
    loadAgain: () => loadAgain(parts),
    urlOf: sources.urlOf,
    skip: giveUp,
  });
  return { choose, stop, skipping, wait };
};
