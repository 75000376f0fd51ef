import { isUnreachable } from '../api/api-error.ts';
import { audioStatus, audioUrl, thumbnailUrl } from '../api/media.ts';
import { reportNowPlaying, reportScrobble } from '../api/scrobbling.ts';
import { createTargets, soundFacts } from '../api/sound/sound-facts.ts';
import { firstPress } from '../lib/first-press.ts';
import { logProblem } from '../lib/log.ts';
import { isOnline } from '../lib/online.ts';
import { setSongTitle } from '../lib/page-title.ts';
import { onServerReturn } from '../lib/server-presence.ts';
import { choiceOf, onChoice } from '../storage/choice-setting.ts';
import { largeStore } from '../storage/large-store.ts';
import { onOutput, outputDevice } from '../storage/output-setting.ts';
import { readUserValue, writeUserValue } from '../storage/user-storage.ts';
import { playingTexts } from '../texts/playing.ts';
import { areToastsHeld, showToast } from '../ui/layers/toast-store.ts';
import type { CarriedPlayer } from './carried-queue.ts';
import type { AudioEngine } from './core/audio-engine.ts';
import type { PlayerActions } from './core/player-state.ts';
import { createPlayerCore, type PlayerDeps } from './core/player-store.ts';
import { createScrobbleReporter } from './core/scrobble-reporter.ts';
import { createShownPlayer, type ShownPlayer } from './core/shown-player.ts';
import { isSpoken } from './core/sources/levels.ts';
import type { SoundWishes } from './core/sources/tuning.ts';
import { createUnsentPlays } from './core/unsent-plays.ts';
import { createCanPlay } from './engine/can-play.ts';
import { createGrowingEngine, type Growth } from './engine/growing-engine.ts';
import { connectOutput } from './engine/output.ts';
import type { StartMemory } from './engine/start-time.ts';
import { type CarrierEngine, createTwoElementEngine } from './engine/two-element-engine.ts';
import type { RunningPlayer } from './player.ts';
import { createPlayerKeeper } from './storing/player-keeper.ts';
import { createStoredPlayer } from './storing/stored-player.ts';
import { connectMediaSession } from './system/media-session.ts';
import { connectPageTitle } from './system/page-title.ts';
import { createPlaybackNotifier } from './system/playback-notifier.ts';
import { sharePlayer } from './tabs/shared-player.ts';

/** Starts the player of a user on what this browser offers. Whoever starts it disposes it. */
export const startBrowserPlayer = (username: string): RunningPlayer => {
  const unsent = unsentPlaysOf(username);
  const engine = createBrowserEngine(username);
  const sound = soundOfSongs(() => core.retune());
  const core = createPlayerCore({ engine, ...coreDeps(unsent), ...sound.deps });
  sound.foresee();
  const stopTuning = onChoice(() => {
    sound.foresee();
    core.retune();
  });
  const disconnectOutput = followOutput(engine);
  const stored = storedPlayerOf(username);
  const keeper = createPlayerKeeper({ store: core.store, stored, nowMs: Date.now, later });
  const shared = sharePlayer({
    core,
    name: `tonearm-player/${username}`,
    locks: navigator.locks,
    openChannel: (name) => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)),
    nowMs: Date.now,
  });
  const { actions } = shared;
  const shown = createShownPlayer({ store: core.store, later });
  const disconnectKeys = connectKeys(shown, actions);
  const disconnectTitle = connectPageTitle(shown, setSongTitle);
  const leaving = new AbortController();
  listenToPage({ onHidden: keeper.flush, onReturn: core.lookForServer }, leaving.signal);
  const stopLooking = onServerReturn(() => {
    core.lookForServer();
    void unsent.sendKept();
  });
  void stored.read().then((saved) => {
    if (leaving.signal.aborted) return;
    core.restore(saved);
    shared.start();
    void unsent.sendKept();
    carryLater({ username, store: core.store, actions }, leaving.signal);
  });

  return {
    store: core.store,
    shown,
    actions,
    dispose() {
      leaving.abort();
      stopLooking();
      stopTuning();
      disconnectOutput();
      keeper.dispose();
      disconnectTitle();
      disconnectKeys();
      shown.dispose();
      shared.stop();
      core.dispose();
    },
  };
};

const unsentPlaysOf = (username: string) =>
  createUnsentPlays({
    send: reportScrobble,
    isForLater: isUnreachable,
    read: () => readUserValue(username, 'unsentPlays'),
    write: (plays) => void writeUserValue(username, 'unsentPlays', plays),
  });

/** What a player asks of its page. */
const coreDeps = (unsent: ReturnType<typeof unsentPlaysOf>) => ({
  reporter: createScrobbleReporter({
    // The sound goes first.
    reportNowPlaying: (path) => afterSound().then(() => reportNowPlaying(path)),
    reportScrobble: unsent.report,
    nowMs: Date.now,
    log: logProblem,
  }),
  onFault: createPlaybackNotifier({ notify, tell: tellInPage, nowMs: Date.now }),
  onNothingPlayable: () => showToast({ message: playingTexts.nothingPlayable, topic: faultTopic }),
  random: Math.random,
  nowMs: Date.now,
  tuning: { wishes: soundWishes },
  later,
  isOfferHeld: areToastsHeld,
});

const connectKeys = (store: ShownPlayer, actions: PlayerActions): (() => void) =>
  connectMediaSession({
    store,
    actions,
    session: navigator.mediaSession,
    rateOf: (song) => (isSpoken(song) ? soundWishes().spokenRate : 1),
    artworkUrl: (path, size) => thumbnailUrl(path, { size }),
    nowMs: Date.now,
  });

/** Asks about the queues of other devices, until the signal. */
const carryLater = (player: Omit<CarriedPlayer, 'hasPlayed'>, signal: AbortSignal): void => {
  let cancel = (): void => {};
  let hasPlayed = player.store.getState().isPlaying;
  const unwatch = player.store.subscribe(({ isPlaying }) => {
    hasPlayed ||= isPlaying;
  });
  signal.addEventListener('abort', unwatch);
  const carry = async (): Promise<void> => {
    const { carryQueue } = await import('./carried-queue.ts');
    if (!signal.aborted) cancel = carryQueue({ ...player, hasPlayed: () => hasPlayed }, later);
  };
  /** Its code may be asked for while the server is away: then once more, a while later. */
  const wait = (): void => {
    if (!signal.aborted) cancel = later(() => void carry().catch(wait), carryAfterMs);
  };
  signal.addEventListener('abort', () => cancel());
  wait();
};

const storedPlayerOf = (username: string) =>
  createStoredPlayer({
    username,
    readValue: (key) => readUserValue(username, key),
    writeValue: (key, value) => writeUserValue(username, key, value),
    largeStore,
    pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  });

/** Hears when the page may be gone soon, and when somebody or the network is back. */
const listenToPage = (heard: { onHidden: () => void; onReturn: () => void }, signal: AbortSignal): void => {
  window.addEventListener('pagehide', heard.onHidden, { signal });
  document.addEventListener('visibilitychange', heard.onHidden, { signal });
  window.addEventListener('focus', heard.onReturn, { signal });
  window.addEventListener('online', heard.onReturn, { signal });
};

/** What the start of an element takes depends on the browser and the device: what was measured is kept in it. */
const startMemoryOf = (username: string): StartMemory => ({
  read() {
    const kept = readUserValue(username, 'startMs');
    return typeof kept === 'number' ? kept : null;
  },
  write: (ms) => void writeUserValue(username, 'startMs', ms),
});

const createBrowserCarrier = (startMemory: StartMemory) =>
  createTwoElementEngine({
    startMemory,
    createElement: () => new Audio(),
    isOnline: () => isOnline(),
    nowMs: () => performance.now(),
    later,
    readPadding: async (url, sampleRate) =>
      (await import('./engine/padding/index.ts')).readBrowserPadding(url, sampleRate),
    loadRehearsal: async () => (await import('./engine/rehearsal.ts')).createRehearsal,
    repeat(callback, periodMs) {
      const timer = setInterval(callback, periodMs);
      return () => clearInterval(timer);
    },
  });

/** Pages that came without encryption know of no devices. */
const onDevices = (listener: () => void): (() => void) => {
  const leaving = new AbortController();
  navigator.mediaDevices?.addEventListener('devicechange', listener, { signal: leaving.signal });
  return () => leaving.abort();
};

const followOutput = (engine: AudioEngine): (() => void) =>
  connectOutput({ engine, chosen: () => outputDevice().id, onChoice: onOutput, onDevices });

/** What the player asks of the browser and of the server about the sound of songs. */
const soundOfSongs = (onNews: () => void) => {
  const targets = createTargets(onNews);
  const deps: Pick<PlayerDeps, 'forms' | 'factsOf' | 'askFor'> = {
    forms: {
      audioUrl,
      canPlay: createCanPlay({
        createElement: () => document.createElement('audio'),
        capabilities: navigator.mediaCapabilities,
        onNews,
      }),
      targets: targets.known,
      targetsReady: targets.ready,
      quality: () => choiceOf('soundQuality'),
    },
    factsOf: soundFacts,
    // Whoever is told that a song does not play must know whether it can be converted.
    askFor: async (url) => (await Promise.all([audioStatus(url), targets.ready()]))[0],
  };
  return {
    deps,
    /** Whoever wants less data wants it of the first song too. */
    foresee(): void {
      if (choiceOf('soundQuality') !== 'original') void targets.ready();
    },
  };
};

const soundWishes = (): SoundWishes => ({
  levels: choiceOf('levels'),
  preampDb: Number(choiceOf('preamp')),
  crossfadeSeconds: Number(choiceOf('crossfade')),
  spokenRate: Number(choiceOf('spokenRate')),
});

/** Where there is a mouse there is the power and the memory to decode; who saves data loads nothing twice. */
const isGrowing = (): boolean =>
  typeof AudioContext !== 'undefined' &&
  window.matchMedia('(pointer: fine)').matches &&
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData !== true;

const growth = async (createCarrier: () => CarrierEngine): Promise<Growth | null> => {
  if (!isGrowing()) return null;
  // Before somebody does something the browser lets nothing sound, and a page that opens has better things to load.
  await firstPress;
  try {
    const { createBrowserSeamless } = await import('./engine/seam/index.ts');
    return (carrier) => createBrowserSeamless(carrier, createCarrier, later);
  } catch {
    // A server that is away now, or a version that went: elements play well without.
    return null;
  }
};

const createBrowserEngine = (username: string): AudioEngine => {
  const startMemory = startMemoryOf(username);
  const createCarrier = () => createBrowserCarrier(startMemory);
  return createGrowingEngine(createCarrier(), growth(createCarrier));
};

/** Other devices are asked about when the first screen stands, in milliseconds. */
const carryAfterMs = 3_000;

/** A track has begun to sound by then, or will not soon; in milliseconds. */
const soundDelayMs = 200;

const afterSound = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, soundDelayMs));

const later = (callback: () => void, delayMs: number): (() => void) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};

/** What is said last of songs that do not play takes the place of what was said before. */
const faultTopic = 'playback-error';

/** Some browsers know of no notifications. */
const permission = () => typeof Notification !== 'undefined' && Notification.permission;

const notify = (title: string, body: string): boolean => {
  if (permission() !== 'granted') return false;
  try {
    new Notification(title, { body, tag: 'playback-error' });
    return true;
  } catch {
    // Some phones allow notifications to service workers only.
    return false;
  }
};

/** Browsers ask for permission only after a click, so the sentence in the page brings the button. */
const tellInPage = (sentence: string): void => {
  const action = {
    label: playingTexts.showNotifications,
    onSelect: () => void Notification.requestPermission(),
  };
  showToast({ message: sentence, topic: faultTopic, ...(permission() === 'default' && { action }) });
};
