import type { Song } from '@tonearm/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { FaultReason, PlaybackFault, PlayerState } from './player-state.ts';
import {
  type AskedSong,
  isWaiting,
  noWait,
  stepWait,
  type Wait,
  type WaitEvent,
  type WaitOrder,
} from './wait-machine.ts';

/** A track that played on for so long after it failed is over it, in seconds. */
const overItSeconds = 5;

/** What waiting needs of the world. */
export interface WaitDeps {
  /** Asks the server for a byte at the address of a song. Never rejects. */
  readonly askFor: (url: string) => Promise<AskedSong>;
  /** Calls back once after a while; the function it returns takes that back. */
  readonly later: (callback: () => void, delayMs: number) => () => void;
}

interface ServerWaitDeps extends WaitDeps {
  readonly store: StoreApi<PlayerState>;
  readonly urlOf: (song: Song) => string;
  /** Loads the current track once more, where it stands, and plays it. */
  readonly loadAgain: () => void;
  /** The current track cannot be played. */
  readonly skip: (reason: FaultReason) => void;
}

/** Gives `wait-machine` a clock and a server: tells a server that is away from a broken file. */
export const createServerWait = (deps: ServerWaitDeps) => {
  const { store } = deps;
  let wait: Wait = noWait;
  let failedAtSeconds = 0;
  /** Answers to questions of before are about another track. */
  let turn = 0;
  let cancelTimer = (): void => {};

  const step = (event: WaitEvent): WaitOrder => {
    const outcome = stepWait(wait, event);
    wait = outcome.wait;
    const waitsForServer = isWaiting(wait);
    if (store.getState().waitsForServer !== waitsForServer) store.setState({ waitsForServer });
    return outcome.order;
  };
  const drop = (): void => {
    cancelTimer();
    turn += 1;
  };
  const ask = (): void => {
    drop();
    const asked = turn;
    const { current } = store.getState();
    if (current === null) return;
    void deps.askFor(deps.urlOf(current.song)).then((answer) => {
      if (asked === turn) follow(step({ type: 'answered', ...answer }));
    });
  };
  const follow = (order: WaitOrder): void => {
    if (order.type === 'ask') ask();
    else if (order.type === 'load') deps.loadAgain();
    else if (order.type === 'skip') deps.skip(order.reason);
    else if (order.type === 'sleep') cancelTimer = deps.later(lookNow, order.delayMs);
  };
  const lookNow = (): void => follow(step({ type: 'look' }));
  const settle = (): void => {
    drop();
    step({ type: 'settled' });
  };

  return {
    /** Nothing is to be done about the track any more. */
    settle,
    /** Looks at once whether the server is back, when that is waited for. */
    lookNow,
    ask,
    /** The current track, which is wanted, failed. */
    fail(fault: PlaybackFault): void {
      failedAtSeconds = store.getState().elapsedSeconds;
      follow(step({ type: 'failed', fault }));
    },
    /** Whether a track that is about to be chosen has to wait for the server. `ask` once it is chosen. */
    hasToWait(): boolean {
      drop();
      return step({ type: 'chosen' }).type === 'ask';
    },
    progressed(elapsedSeconds: number): void {
      if (wait.reloads > 0 && elapsedSeconds > failedAtSeconds + overItSeconds) settle();
    },
  };
};
