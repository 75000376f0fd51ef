import type { PlayerActions, PlayerState } from '../core/player-state.ts';
import type { PlayerCore } from '../core/player-store.ts';
import { type MirroredState, packState, unpackState } from './mirrored-state.ts';
import { createTabLink, type TabLink } from './tab-link.ts';

/** While nothing but the position changes, mirrors hear of it this often. */
const positionNewsMs = 1000;

type ActionName = keyof PlayerActions;

/** What makes sound begin. In a mirror of a silent tab these bring the sound here, where the person is. */
const startsSound: ReadonlySet<ActionName> = new Set<ActionName>([
  'playNow',
  'replaceQueue',
  'playEntry',
  'play',
  'togglePlay',
  'next',
  'previous',
]);

/** What makes sound begin when nothing was chosen yet. */
const startsFirstSound: ReadonlySet<ActionName> = new Set<ActionName>(['playNext', 'addToQueue']);

interface SharedDeps {
  core: PlayerCore;
  name: string;
  locks: Pick<LockManager, 'request'> | undefined;
  openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
  nowMs: () => number;
}

/** Whether nothing changed that a mirror shows at once. */
const isPositionOnly = (state: PlayerState, before: PlayerState): boolean =>
  state.queue === before.queue &&
  state.current === before.current &&
  state.isPlaying === before.isPlaying &&
  state.isBuffering === before.isBuffering &&
  state.waitsForServer === before.waitsForServer &&
  state.isBlocked === before.isBlocked &&
  state.sleep === before.sleep &&
  state.faults === before.faults &&
  state.volume === before.volume &&
  state.isShuffled === before.isShuffled &&
  state.repeat === before.repeat &&
  state.playlistName === before.playlistName;

/** One player for all tabs of a person: one makes the sound, each shows and steers it. */
export const sharePlayer = (deps: SharedDeps): { actions: PlayerActions; start(): void; stop(): void } => {
  const { core } = deps;
  const { store } = core;
  let toldAtMs = Number.NEGATIVE_INFINITY;

  const link: TabLink<MirroredState> = createTabLink<MirroredState>({
    name: deps.name,
    locks: deps.locks,
    openChannel: deps.openChannel,
    onPlayingHere: core.becomePlaying,
    onPlayingElsewhere: core.becomeMirror,
    onState: (message) => core.mirror(unpackState(message, store.getState().queue)),
    onCommand(name, args) {
      if (isActionName(name, core.actions)) perform(core.actions, name, args);
    },
    onRival: core.actions.pause,
    wholeState: () => packState(store.getState(), true),
  });

  const tell = (state: PlayerState, before: PlayerState): void => {
    if (state.isRemote || state.isRestoring) return;
    if (state.isPlaying && !before.isPlaying) link.announcePlaying();
    if (isPositionOnly(state, before) && deps.nowMs() - toldAtMs < positionNewsMs) return;
    toldAtMs = deps.nowMs();
    link.publish(() => packState(state, state.queue !== before.queue));
  };

  const act = (name: ActionName, args: readonly unknown[]): void => {
    const { isRemote, isPlaying, current } = store.getState();
    const isStart = startsSound.has(name) || (current === null && startsFirstSound.has(name));
    if (!isRemote) {
      perform(core.actions, name, args);
    } else if (!isPlaying && isStart) {
      void link.takeOver().then(() => perform(core.actions, name, args));
    } else {
      link.command(name, args);
    }
  };

  let unsubscribe = (): void => {};
  return {
    actions: actionsThrough(core.actions, act),
    start() {
      unsubscribe = store.subscribe(tell);
      link.start();
    },
    stop() {
      unsubscribe();
      link.stop();
    },
  };
};

const isActionName = (name: string, actions: PlayerActions): name is ActionName =>
  Object.hasOwn(actions, name);

/** The one place where names and arguments that crossed a channel meet again. */
const perform = (actions: PlayerActions, name: ActionName, args: readonly unknown[]): void => {
  const action = actions[name] as (...values: readonly unknown[]) => void;
  action(...args);
};

const actionsThrough = (
  actions: PlayerActions,
  act: (name: ActionName, args: readonly unknown[]) => void,
): PlayerActions => {
  const names = Object.keys(actions) as ActionName[];
  const entries = names.map((name) => {
    // A button hands its event to what it calls: nothing an action wants, and nothing that can be sent.
    const { length } = actions[name];
    return [name, (...args: unknown[]) => act(name, args.slice(0, length))];
  });
  return Object.fromEntries(entries) as PlayerActions;
};
