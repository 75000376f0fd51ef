import { createStore, type StoreApi } from 'zustand/vanilla';
import { createDragCarrier } from '../ui/behaviour/drag-and-drop.ts';
import { initialState, type PlayerActions, type PlayerState } from './core/player-state.ts';
import type { Player, RunningPlayer } from './player.ts';

interface AwaitedDeps {
  readonly username: string;
  /** Loads and starts what plays. */
  readonly start: () => Promise<RunningPlayer>;
  /** Told that it could not be had. Whether somebody waits for it decides what is said. */
  readonly onFailure: (error: unknown, isAwaited: boolean) => void;
  /** Calls back when it may be tried again. @returns takes that back */
  readonly onReturn: (tryAgain: () => void) => () => void;
}

/** A player whose code comes after the first screen. */
export interface AwaitedPlayer extends Player {
  /** Whether its code has come and what it remembers is being read. */
  readonly isRunning: StoreApi<boolean>;
  /** Has the code come now; once is enough. */
  begin(): void;
}

/**
 * Stands for a player until its code has come: an empty one that is still reading its queue. What is asked of it
 * meanwhile has the code come at once, and is done in the same order when the queue was read.
 */
export const createAwaitedPlayer = (deps: AwaitedDeps): AwaitedPlayer => {
  const store = createStore<PlayerState>(() => initialState);
  const shown = createStore<PlayerState>(() => initialState);
  const isRunning = createStore(() => false);
  const waiting: Act[] = [];
  let running: RunningPlayer | null = null;
  let stopFollowing = (): void => {};

  /** What an earlier visit left would take back what was chosen before it was read. */
  const isReady = (): boolean => running?.store.getState().isRestoring === false;
  const catchUp = (): void => {
    if (running === null || waiting.length === 0 || !isReady()) return;
    for (const act of waiting.splice(0)) act(running);
  };
  const arrival = createArrival(deps, {
    isAwaited: () => waiting.length > 0,
    take(started) {
      running = started;
      const stops = [follow(started.store, store), follow(started.shown, shown)];
      isRunning.setState(true, true);
      stops.push(started.store.subscribe(catchUp));
      stopFollowing = () => {
        for (const stop of stops) stop();
      };
      catchUp();
    },
  });
  const withRunning = (act: Act): void => {
    if (running !== null && isReady()) {
      act(running);
      return;
    }
    waiting.push(act);
    arrival.begin();
  };
  return {
    username: deps.username,
    store,
    shown,
    actions: forwarded(withRunning),
    drag: createDragCarrier(),
    queueCalls: createStore(() => 0),
    nowPlaying: createStore(() => false),
    isRunning,
    whenRunning: (act) => withRunning(act),
    begin: arrival.begin,
    dispose() {
      arrival.end();
      stopFollowing();
      running?.dispose();
    },
  };
};

/** Something that waits for a player. */
type Act = (running: RunningPlayer) => void;

/** Has a player come, again when the server is back; one that comes after the end is disposed of. */
const createArrival = (
  deps: AwaitedDeps,
  told: { readonly isAwaited: () => boolean; readonly take: (started: RunningPlayer) => void },
) => {
  let isStarting = false;
  let hasEnded = false;
  let stopListening = (): void => {};
  const begin = (): void => {
    if (isStarting || hasEnded) return;
    isStarting = true;
    stopListening();
    deps.start().then(
      (started) => (hasEnded ? started.dispose() : told.take(started)),
      (error: unknown) => {
        isStarting = false;
        if (hasEnded) return;
        deps.onFailure(error, told.isAwaited());
        stopListening = deps.onReturn(begin);
      },
    );
  };
  return {
    begin,
    end(): void {
      hasEnded = true;
      stopListening();
    },
  };
};

type Followed = Pick<RunningPlayer['store'], 'getState' | 'subscribe'>;

const follow = (from: Followed, to: { setState: (state: PlayerState, replace: true) => void }) => {
  to.setState(from.getState(), true);
  return from.subscribe((state) => to.setState(state, true));
};

/** Every action, handed on by its name: each stays the same function, as those who compare them expect. */
const forwarded = (withRunning: (act: Act) => void): PlayerActions => {
  const made = new Map<string | symbol, unknown>();
  return new Proxy({} as PlayerActions, {
    get(_, name) {
      const act = made.get(name) ?? handOn(withRunning, name as keyof PlayerActions);
      made.set(name, act);
      return act;
    },
  });
};

const handOn =
  (withRunning: (act: Act) => void, name: keyof PlayerActions) =>
  (...values: unknown[]): void =>
    withRunning(({ actions }) => (actions[name] as (...values: unknown[]) => void)(...values));
