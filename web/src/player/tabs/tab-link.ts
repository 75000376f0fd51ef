/** What tabs say to each other. The playing tab speaks of its state; the others send it commands. */
type TabMessage<State> =
  | { readonly type: 'hello' }
  | { readonly type: 'state'; readonly state: State }
  | { readonly type: 'command'; readonly name: string; readonly args: readonly unknown[] }
  /** Only where tabs cannot agree on one: the sender plays, so that the others stop. */
  | { readonly type: 'playing' };

/** The tabs of one person in one browser agree on the one that plays. */
export interface TabLink<State> {
  /** Joins the others. The first one plays; whoever comes later mirrors, until it is its turn. */
  start(): void;
  /** Makes this the playing tab. Settles when it is. */
  takeOver(): Promise<void>;
  /** Asks the playing tab to do something. */
  command(name: string, args: readonly unknown[]): void;
  /** Tells the mirrors; says nothing as long as there is none. */
  publish(makeState: () => State): void;
  /** Says that this tab began to play, for browsers without locks. */
  announcePlaying(): void;
  stop(): void;
}

interface LinkDeps<State> {
  name: string;
  /** `navigator.locks`; undefined where the page has none, as over plain HTTP. */
  locks: Pick<LockManager, 'request'> | undefined;
  openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
  onPlayingHere: () => void;
  onPlayingElsewhere: () => void;
  onState: (state: State) => void;
  onCommand: (name: string, args: readonly unknown[]) => void;
  /** Another tab began to play, and there are no locks to say which one may. */
  onRival: () => void;
  /** Everything a tab that has just come needs to know. */
  wholeState: () => State;
}

/**
 * Agrees by a Web Lock that the playing tab holds for as long as it lives: when it is closed, the
 * next tab in line gets it from the browser. State and commands go over a broadcast channel.
 */
export const createTabLink = <State>(deps: LinkDeps<State>): TabLink<State> => {
  let channel: ReturnType<LinkDeps<State>['openChannel']>;
  let hasMirrors = false;
  const post = (message: TabMessage<State>): void => channel?.postMessage(message);
  const turn = createPlayingTurn({
    ...deps,
    onPlayingElsewhere() {
      deps.onPlayingElsewhere();
      post({ type: 'hello' });
    },
  });

  const hear = (message: TabMessage<State>): void => {
    switch (message.type) {
      case 'hello':
        if (!turn.isHere()) return;
        hasMirrors = true;
        post({ type: 'state', state: deps.wholeState() });
        break;
      case 'state':
        if (!turn.isHere()) deps.onState(message.state);
        break;
      case 'command':
        if (turn.isHere()) deps.onCommand(message.name, message.args);
        break;
      case 'playing':
        deps.onRival();
        break;
      default:
        message satisfies never;
    }
  };

  return {
    start() {
      channel = deps.openChannel(deps.name);
      if (channel !== undefined) channel.onmessage = (event: MessageEvent) => hear(event.data);
      turn.start();
    },
    takeOver: turn.take,
    command: (name, args) => post({ type: 'command', name, args }),
    publish(makeState) {
      if (turn.isHere() && hasMirrors) post({ type: 'state', state: makeState() });
    },
    announcePlaying() {
      if (deps.locks === undefined) post({ type: 'playing' });
    },
    stop() {
      turn.stop();
      channel?.close();
    },
  };
};

/** Whose turn it is to play, by the lock. Where there are no locks it is always this tab's. */
const createPlayingTurn = (
  deps: Pick<LinkDeps<never>, 'name' | 'locks' | 'onPlayingHere' | 'onPlayingElsewhere'>,
) => {
  const { locks } = deps;
  let isHere = locks === undefined;
  let isStopped = true;
  let release = (): void => {};
  let waiting = new AbortController();

  const mirror = (): void => {
    isHere = false;
    deps.onPlayingElsewhere();
    wait();
  };
  /** Holds the lock until released, or until another tab takes it away. */
  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      release = resolve;
      isHere = true;
      deps.onPlayingHere();
    });
  const lost = (): void => {
    if (!isStopped && isHere) mirror();
  };
  const wait = (): void => {
    waiting = new AbortController();
    const { signal } = waiting;
    locks?.request(deps.name, { signal }, hold).catch(() => {
      // Given up waiting is nothing lost: this tab may hold the lock by other means by now.
      if (!signal.aborted) lost();
    });
  };

  return {
    isHere: (): boolean => isHere,
    /** Plays when no other tab does. */
    start(): void {
      isStopped = false;
      locks
        ?.request(deps.name, { ifAvailable: true }, (lock) => {
          if (lock !== null) return hold();
          if (!isStopped) mirror();
          return undefined;
        })
        .catch(lost);
    },
    /** Settles when this tab plays. */
    take(): Promise<void> {
      if (locks === undefined || isHere) return Promise.resolve();
      waiting.abort();
      return new Promise((resolve) => {
        const taken = (): Promise<void> => {
          const held = hold();
          resolve();
          return held;
        };
        locks.request(deps.name, { steal: true }, taken).catch(lost);
      });
    },
    stop(): void {
      isStopped = true;
      waiting.abort();
      release();
    },
  };
};
